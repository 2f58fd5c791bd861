-- The turn (digest section 5): free actions, then the end of the turn (section 7).
local turn = {}

-- The once-per-turn marks are set back; the level at the start is remembered.
function turn.begin(seat)
  seat.coins = 0
  seat.scouted, seat.intervened, seat.moved, seat.moving, seat.done = false, false, false, false, false
  seat.combat, seat.solo_step = "ahead", 1
  seat.summit = rules.land.level(seat) >= rules.variant.goal()
  seat.besieged = seat.summit and rules.land.invaded(seat)
end

-- One action of the turn's owner (SM-ACT-*), each its own step.
function turn.act(seat)
  rules.menu.act(seat)
end

-- Pure: the owner of the turn has declared its end.
function turn.over()
  return game.turn.done
end

-- SM-ACT-END 1 and 2: played cards go where they say; the character stands up; coins vanish.
function turn.clean(seat)
  for _, card in ipairs(seat.play:cards()) do rules.fate.after_play(card, seat) end
  for _, card in ipairs(cards{ zone = seat.hero, stance = "sideways" }) do card.stance = "upright" end
  for _, land in ipairs(cards{ zone = seat.lands, front = "fought" }) do land.front = "quiet" end
  seat.coins = 0
end

-- SM-ACT-END 3: four or more cards in hand are cut down to three or fewer (A9).
function turn.discard(seat)
  local n = seat.hand.count
  if n < 4 then return end
  move(choose.some{ seat = seat, prompt = "discard", from = seat.hand:cards(), min = n - 3, max = n }, seat.discard)
end

-- SM-ACT-END 3: then four cards are drawn.
function turn.draw(seat)
  rules.deck.draw(seat, 4)
end

-- SM-ACT-END 4: who stood unopposed through this turn wins; a dead game is judged; solo: the turn cap.
function turn.check(seat)
  rules.victory.unopposed(seat.next)
  rules.victory.deadlock()
  rules.solo.cap()
end

-- A round is over when each seat has had its turn.
function turn.count()
  game.round = game.round + 1
end

return turn

-- A duel: who casts what, and what happens to it.
local duel = {}

local HAND, MOST = 5, 5

-- Half of the library for each seat.
function duel.deal()
  for i, card in ipairs(cards{zone = "library"}) do
    local seat = game.seats[i % 2 + 1]
    card.owner, card.seat = seat, seat
    move(card, seat.deck)
  end
  for _, seat in ipairs(game.seats) do
    shuffle(seat.deck)
    for _ = 1, HAND - 1 do move(seat.deck.top, seat.hand) end
  end
end

-- Each round brings a card, and one more mana than the round before. The other seat begins: who
-- casts first has an advantage.
function duel.refresh()
  game.round = game.round + 1
  game.first = game.first and game.first.next or game.seats[1]
  for _, seat in ipairs(game.seats) do
    seat.mana = math.min(game.round + 1, MOST)
    if not seat.deck.empty then move(seat.deck.top, seat.hand) end
  end
end

-- A spell of the hand, or the seat passes. Who can cast nothing is asked as well: else the
-- other would see by the question what lies in the hand.
function duel.cast_one(seat)
  local list = options():add(actions("cast", seat))
  local action = choose.one{seat = seat, prompt = "cast", from = list, optional = true}
  if not action then return pass(seat) end
  perform(action, seat)
end

-- Pays for a spell and announces it: it lies on the stack while seats respond, and happens
-- unless a response has cancelled it. It is aimed at a seat or, a response, at the spell that it
-- answers.
function duel.cast(spell, target, happens, answers)
  local seat = spell.seat
  seat.mana = seat.mana - spell.cost
  move(spell, game.stack)
  local ev = raise("spell.cast", {spell = spell, seat = seat, target = target, answers = answers}, happens)
  if ev.cancelled then say("countered", {spell = spell}) end
  move(spell, spell.owner.used)
  duel.fallen()
end

-- The seat that a spell is aimed at gains life, or loses some.
function duel.gain(target, life)
  if target then target.life = target.life + life end
end

-- Who has no life left has lost.
function duel.fallen()
  local one, two = game.seats[1], game.seats[2]
  if one.life <= 0 and two.life <= 0 then return finish{draw = game.seats} end
  if one.life <= 0 then return finish(two) end
  if two.life <= 0 then return finish(one) end
end

-- After the last round the most life wins; equal lives are a draw.
function duel.judge()
  local one, two = game.seats[1], game.seats[2]
  if one.life == two.life then return finish{draw = game.seats} end
  finish(one.life > two.life and one or two)
end

-- How well a seat stands, for bots that look ahead.
function duel.standing(seat)
  return 4 * (seat.life - seat.next.life) + 2 * (seat.hand.count - seat.next.hand.count)
end

return duel

-- Action cards: drawing, the two ways to spend them, and the moments at which
-- the sides are asked for them.
local hand = {}

-- FC-CARD-1: red belongs to the attack, blue to the defence, green to both.
local function colours(seat)
  if seat == game.attack then return {"red", "green"} end
  return {"blue", "green"}
end

-- FC-DRAW-1: draws as many cards as the deck still has.
function hand.draw(seat, number)
  for _ = 1, number do
    if seat.deck.empty then return end
    move(seat.deck.top, seat.hand)
  end
end

-- Scouting Note and cunning: one side reads the other's hand.
function hand.peek(seat)
  local other = seat.opponents[1]
  say("peek", {seat = seat, other = other})
  reveal(other.hand:cards(), seat)
end

-- FC-CARD-3, A2: the cards that a side may spend as an arrow in one of some
-- directions; the colour rule holds for arrows too unless the option lifts it.
function hand.arrows(seat, directions)
  if game.options.arrow_ignores_colour == "on" then
    return cards{zone = seat.hand, type = "action", arrows = directions}
  end
  return cards{zone = seat.hand, type = "action", arrows = directions, colour = colours(seat)}
end

-- FC-CARD-2: a card spent as an arrow has no other effect.
function hand.spend(card, seat)
  raise("arrow.spent", {card = card, seat = seat}, function()
    move(card, seat.discard)
  end)
end

-- A3: whether a side may play another effect card in the contest that is on.
function hand.may_play(seat)
  local most = game.options.max_effects_per_contest
  return game.contest == "none" or most == 0 or seat.effects < most
end

-- What a side may do in a window of some kind; "any" is what fits every window.
local function offers(kind, seat)
  local list, others = options(), seat == game.attack and "blue" or "red"
  for _, wanted in ipairs({kind, "any"}) do
    for _, action in ipairs(actions(wanted, seat)) do
      local card = action.card
      if card.type ~= "action" then
        list:add(action)
      elseif card.colour == others then
        list:refuse(action, "other_side")
      elseif hand.may_play(seat) then
        list:add(action)
      else
        list:refuse(action, "no_more_effects")
      end
    end
  end
  return list
end

-- FC-CARD-2: an effect card is laid open, may be answered, and acts unless it was.
-- It stays open until the contest is over.
function hand.play(card, seat, effect)
  move(card, seat.played)
  if game.contest ~= "none" then seat.effects = seat.effects + 1 end
  local played = raise("card.played", {card = card, seat = seat}, effect)
  if played.cancelled or game.contest == "none" then move(card, seat.discard) end
end

local function use(action, seat)
  if action.card.type == "action" then
    hand.play(action.card, seat, function() perform(action, seat) end)
  else
    perform(action, seat)
  end
end

local QUESTIONS = {
  moves = "window.moves", pass = "window.pass", steal = "window.steal", shot = "window.shot",
  dice = "window.dice", lost = "window.lost", won = "window.won",
}

-- What a question of a window is about: the contest, or the movement die.
local function about(kind)
  if kind == "moves" then return {roll = game.move_die} end
  if game.contest ~= "none" then return rules.contest.stakes() end
end

-- One chance for a side to use something; tells whether it did.
local function chance(kind, seat)
  local action = choose.one{
    seat = seat, prompt = QUESTIONS[kind], about = about(kind), from = offers(kind, seat), optional = true,
  }
  if action then use(action, seat) end
  return action ~= nil
end

-- A window of one side: as often as it likes.
function hand.window(kind, seat)
  while chance(kind, seat) do end
end

-- FC-CARD-4, A3: a window of both sides. The attack begins, they take turns,
-- and two refusals in a row close it.
function hand.exchange(kind)
  local seat, refusals = game.attack, 0
  while refusals < 2 do
    refusals = chance(kind, seat) and 0 or refusals + 1
    seat = seat.opponents[1]
  end
end

-- Clears the cards that lay open during a contest.
function hand.sweep()
  for _, seat in ipairs(game.seats) do
    move(seat.played:cards(), seat.discard)
    seat.effects = 0
  end
end

return hand

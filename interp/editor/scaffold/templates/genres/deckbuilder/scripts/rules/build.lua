-- Turns of a deck builder: act, pay, buy, clean up, draw anew.
local build = {}

local HAND = 5

-- Seven coppers and three fields for everybody.
function build.deal()
  for _, seat in ipairs(game.seats) do
    for i = 1, 10 do build.gain(seat, first{zone = "supply", id = i <= 7 and "copper" or "field"}) end
    build.draw(seat, HAND)
  end
end

-- A card of the supply comes to what a seat has used.
function build.gain(seat, card)
  if not card then return end
  card.owner, card.seat = seat, seat
  move(card, seat.used)
end

-- Draws cards. An empty deck is made of what was used: from then on nobody knows its order.
function build.draw(seat, n)
  for _ = 1, n do
    if seat.deck.empty then
      move(seat.used:cards(), seat.deck)
      shuffle(seat.deck)
    end
    if not seat.deck.empty then move(seat.deck.top, seat.hand) end
  end
end

function build.begin(seat)
  seat.actions, seat.buys, seat.money = 1, 1, 0
end

-- Actions, one after the other.
function build.act(seat)
  while seat.actions > 0 do
    local list = options():add(actions("act", seat))
    local action = choose.one{seat = seat, prompt = "act", from = list, optional = true}
    if not action then return end
    seat.actions = seat.actions - 1
    perform(action, seat)
  end
end

-- All money of the hand is laid down.
function build.pay(seat)
  for _, card in ipairs(cards{zone = seat.hand, money = {min = 1}}) do
    seat.money = seat.money + card.money
    move(card, seat.played)
  end
end

-- One of each card that the seat can pay, as long as it may buy.
function build.buy(seat)
  while seat.buys > 0 do
    local offered, known_ids = {}, {}
    for _, card in ipairs(cards{zone = "supply", cost = {max = seat.money}}) do
      if not known_ids[card.id] then
        known_ids[card.id] = true
        offered[#offered + 1] = card
      end
    end
    local card = choose.one{seat = seat, prompt = "buy", about = {money = seat.money}, from = offered, optional = true}
    if not card then return end
    seat.buys = seat.buys - 1
    seat.money = seat.money - card.cost
    raise("card.bought", {card = card, seat = seat}, function(ev) build.gain(ev.seat, ev.card) end)
  end
end

-- All but what stays in play goes to what was used, and a new hand is drawn.
function build.clean(seat)
  move(seat.hand:cards(), seat.used)
  move(cards{zone = seat.played, stays = false}, seat.used)
  build.draw(seat, HAND)
end

-- The last realm ends the game, and so do two other piles that are empty. A card that costs
-- something has a pile; coppers are never missed.
function build.over()
  if not any{zone = "supply", id = "realm"} then return true end
  local found, empty = {}, 0
  for _, card in ipairs(cards{zone = "supply"}) do found[card.id] = true end
  for _, card in ipairs(cards{cost = {min = 1}}) do
    if not found[card.id] then found[card.id], empty = true, empty + 1 end
  end
  return empty >= 2
end

-- What all cards of a seat are worth.
function build.points(seat)
  return sum("worth", {owner = seat})
end

-- The most points win; equal points are a draw.
function build.judge()
  local most, first_seats = -1, {}
  for _, seat in ipairs(game.seats) do
    local points = build.points(seat)
    say("points", {seat = seat, count = points})
    if points > most then most, first_seats = points, {} end
    if points == most then first_seats[#first_seats + 1] = seat end
  end
  if #first_seats > 1 then return finish{draw = first_seats} end
  finish(first_seats)
end

-- How well a seat stands, for bots that look ahead: points, and what its cards have cost.
function build.standing(seat)
  return 3 * build.points(seat) + sum("cost", {owner = seat})
end

return build

-- Picks, hands that pass, and what a stall is worth.
local draft = {}

local HAND = 7

-- A new day: all that was sold goes back, and everybody gets a hand.
function draft.deal()
  game.day = game.day + 1
  move(game.sold:cards(), game.deck)
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do
    for _ = 1, HAND do move(game.deck.top, seat.hand) end
    for _, card in ipairs(seat.hand:cards()) do card.seat = seat end -- move does not set it
  end
end

-- All choose at once; then what they keep is seen by all.
function draft.pick()
  local picks = choose.secret{seats = game.seats, prompt = "keep", from = function(seat) return seat.hand:cards() end}
  local kept = {}
  for i, seat in ipairs(game.seats) do
    kept[i] = {ware = picks[seat.number], seat = seat}
  end
  raise_all("ware.kept", kept, function(ev) move(ev.ware, ev.seat.stall) end)
end

-- To the left on the first day, to the right on the second; all at the same time, so that
-- each seat still knows the hand that it gave away.
function draft.pass()
  local hands, zones = {}, {}
  for i, seat in ipairs(game.seats) do
    local to = seat.next
    if game.day == 2 then to = seat.opponents[#seat.opponents] end
    hands[i], zones[i] = seat.hand:cards(), to.hand
    for _, card in ipairs(hands[i]) do card.seat = to end
  end
  move(hands, zones)
end

local function most(seat)
  local own, best, ties = count{zone = seat.stall, kind = "most"}, 0, 1
  for _, other in ipairs(seat.opponents) do
    local n = count{zone = other.stall, kind = "most"}
    if n > best then best, ties = n, 1 elseif n == best then ties = ties + 1 end
  end
  if own == 0 or own < best then return 0 end
  if own > best then return 6 end
  return math.floor(6 / (ties + 1))
end

-- What the stall of a seat is worth now.
function draft.worth(seat)
  local stall = seat.stall
  return sum("worth", {zone = stall}) + 5 * math.floor(count{zone = stall, kind = "pair"} / 2)
    + 10 * math.floor(count{zone = stall, kind = "triple"} / 3) + most(seat)
end

-- The end of a day.
function draft.score()
  local worth = {}
  for i, seat in ipairs(game.seats) do worth[i] = draft.worth(seat) end
  for i, seat in ipairs(game.seats) do
    seat.points = seat.points + worth[i]
    move(seat.stall:cards(), game.sold)
  end
end

-- The most points win; equal points are a draw.
function draft.judge()
  local most_points, first = -1, {}
  for _, seat in ipairs(game.seats) do
    if seat.points > most_points then most_points, first = seat.points, {} end
    if seat.points == most_points then first[#first + 1] = seat end
  end
  if #first > 1 then return finish{draw = first} end
  finish(first)
end

-- How well a seat stands, for bots that look ahead.
function draft.standing(seat)
  return 2 * (seat.points + draft.worth(seat)) + count{zone = seat.stall, kind = {"pair", "triple"}}
end

return draft

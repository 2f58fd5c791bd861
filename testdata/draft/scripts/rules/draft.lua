-- Picks, passing hands, and what dishes are worth.
local draft = {}

local HAND = 9
local RUN = {1, 3, 6, 10, 15, 15, 15, 15, 15}

function draft.deal()
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do
    for _ = 1, HAND do move(game.deck.top, seat.hand) end
  end
end

-- What a seat's dishes are worth.
local function worth(seat)
  local kept = seat.kept
  local runs = count{zone = kept, kind = "run"}
  return sum("worth", {zone = kept}) + math.floor(count{zone = kept, kind = "pair"} / 2) * 5
    + math.floor(count{zone = kept, kind = "triple"} / 3) * 10 + (runs > 0 and RUN[runs] or 0)
end

function draft.pick()
  local picks = choose.secret{seats = game.seats, prompt = "keep", from = function(seat) return seat.hand:cards() end}
  for _, seat in ipairs(game.seats) do move(picks[seat.number], seat.kept) end
  for _, seat in ipairs(game.seats) do seat.score = worth(seat) end
end

-- One after the other, a hand would lie among the cards of the next one, and be as unknown as these.
function draft.pass()
  local hands, zones = {}, {}
  for i, seat in ipairs(game.seats) do hands[i], zones[i] = seat.hand:cards(), seat.next.hand end
  move(hands, zones)
end

function draft.standing(seat) return seat.score end

function draft.judge()
  local best, winners = -1, {}
  for _, seat in ipairs(game.seats) do
    if seat.score > best then best, winners = seat.score, {} end
    if seat.score == best then winners[#winners + 1] = seat end
  end
  finish(winners)
end

return draft

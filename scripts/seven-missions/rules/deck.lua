-- The personal deck: empty at first, refilled from the own discard pile.
local deck = {}

-- Whether anything is left to draw.
function deck.left(seat)
  return not (seat.deck.empty and seat.discard.empty)
end

-- The zones with a seat's own cards.
function deck.zones(seat)
  return { seat.hand, seat.play, seat.deck, seat.discard }
end

-- The first n cards of a pile, or fewer.
function deck.top(pile, n)
  if n == 1 then return { pile.top } end
  local out = {}
  for i, card in ipairs(pile:cards()) do
    if i > n then break end
    out[i] = card
  end
  return out
end

-- Takes up to n cards from the top into hand; returns how many are missing.
local function take(seat, n)
  local got = deck.top(seat.deck, n)
  if #got > 0 then move(got, seat.hand) end
  return n - #got
end

-- SM-DRAW: a deck that runs out is made anew from the discard pile, even in mid-draw.
function deck.draw(seat, n)
  if n == 0 then return end
  local missing = take(seat, n)
  if missing > 0 and not seat.discard.empty then
    say("reshuffle", { seat = seat })
    move(seat.discard:cards(), seat.deck)
    shuffle(seat.deck)
    take(seat, missing)
  end
end

return deck

-- A manager's roster: his Team deck, hand and discard pile.
local squad = {}

-- The cards belong to the manager from now on.
function squad.sign(list, seat)
  for _, card in ipairs(list) do
    card.owner = seat
    card.seat = seat
  end
end

-- A depleted Team deck is made anew from the discard pile at once.
function squad.renew(seat)
  if not seat.deck.empty or seat.discard.empty then return end
  raise("deck.renewed", {seat = seat}, function()
    move(seat.discard:cards(), seat.deck)
    shuffle(seat.deck)
  end)
end

-- Draws up to so many cards; returns whether one was drawn.
function squad.draw(seat, count)
  local drew = false
  for _ = 1, count do
    squad.renew(seat)
    if seat.deck.empty then break end
    move(seat.deck.top, seat.hand)
    drew = true
  end
  squad.renew(seat)
  return drew
end

-- Draws a card, then discards one; without a draw there is no discard.
function squad.cycle(seat)
  if not squad.draw(seat, 1) then return end
  move(choose.one{seat = seat, prompt = "discard", from = seat.hand:cards()}, seat.discard)
end

return squad

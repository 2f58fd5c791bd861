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

-- Draws so many cards, or as many as there are; returns how many.
function squad.draw(seat, count)
  local drawn = 0
  while drawn < count do
    squad.renew(seat)
    if seat.deck.empty then break end
    move(seat.deck.top, seat.hand)
    drawn = drawn + 1
  end
  squad.renew(seat)
  if drawn > 0 then say("drawn", {seat = seat, count = drawn}) end
  return drawn
end

-- Draws a card, then discards one; without a draw there is no discard.
function squad.cycle(seat)
  if squad.draw(seat, 1) == 0 then return end
  move(choose.one{seat = seat, prompt = "discard", from = seat.hand:cards()}, seat.discard)
end

return squad

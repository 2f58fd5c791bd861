-- Look at the top five cards of a deck; one of them leaves the game.
return ability {play = function(self)
  local seat = choose.one{prompt = "deck", from = game.seats}
  local top = {}
  for i, card in ipairs(seat.deck:cards()) do if i <= 5 then top[i] = card end end
  local gone = choose.one{prompt = "gone", from = top}
  if gone then move(gone, seat.gone) end
end}

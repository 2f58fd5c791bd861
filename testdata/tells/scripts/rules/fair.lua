-- The same without telling.
local fair = {}

function fair.seek()
  local seat = game.seats[2]
  local card = cards{zone = seat.deck, id = "gem"}[1] or seat.deck.top
  if card then move(card, seat.hand) end
  shuffle(seat.deck)
end

function fair.ask()
  local seat = game.seats[2]
  local card = choose.one{seat = seat, prompt = "strike", from = seat.hand:cards(), optional = true}
  if card then
    reveal(card)
    if card.id == "sword" then seat.score = seat.score + 1 end
  end
end

function fair.bury()
  local seat = game.seats[2]
  move(seat.line:cards()[1], seat.deck)
  shuffle(seat.deck)
end

function fair.spend()
  local seat = game.seats[2]
  local card = choose.one{seat = seat, prompt = "spend", from = seat.hand:cards()}
  move(card, seat.line)
  if card.id == "sword" then seat.score = seat.score + 1 end
end

return fair

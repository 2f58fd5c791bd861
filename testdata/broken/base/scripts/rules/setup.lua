local setup = {}

-- Everybody gets half of the cards and draws three.
function setup.deal()
  for i, card in ipairs(cards{zone = "box"}) do
    card.owner, card.seat = game.seats[i % 2 + 1], game.seats[i % 2 + 1]
    move(card, card.seat.deck)
  end
  for _, seat in ipairs(game.seats) do
    shuffle(seat.deck)
    for _ = 1, 3 do move(seat.deck.top, seat.hand) end
  end
end

return setup

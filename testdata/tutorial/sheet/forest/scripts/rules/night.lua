-- A night: everybody plays a card of three, and the strongest wins.
local night = {}

function night.deal()
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do
    for _ = 1, 3 do move(game.deck.top, seat.hand) end
    for _, card in ipairs(seat.hand:cards()) do card.seat = seat end
  end
end

function night.play(seat)
  move(choose.one{seat = seat, prompt = "play", from = seat.hand:cards()}, game.night)
end

function night.judge()
  local best = table.best(game.night:cards(), function(card) return card.strength end)
  finish{best and best.seat}
end

return night

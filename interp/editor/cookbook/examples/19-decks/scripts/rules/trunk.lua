local trunk = {}

-- Each seat shuffles its trunk and takes its first act in hand.
function trunk.open()
  for _, seat in ipairs(game.seats) do
    shuffle(seat.trunk)
    move(seat.trunk.top, seat.hand)
  end
end

return trunk

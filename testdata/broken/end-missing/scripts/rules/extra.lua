local extra = {}

function extra.bow()
  for _, seat in ipairs(game.seats) do
    seat.points = seat.points + 1
end

return extra

local extra = {}

function extra.bow()
  game.seats[1].points = "many"
end

return extra

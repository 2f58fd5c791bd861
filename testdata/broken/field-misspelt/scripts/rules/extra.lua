local extra = {}

function extra.bow()
  game.seats[1].ponits = 0
end

return extra

local extra = {}

function extra.bow()
  move(game.seats[1], game.seats[1].stage)
end

return extra

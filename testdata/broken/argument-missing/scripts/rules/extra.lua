local extra = {}

function extra.bow()
  move(game.seats[1].hand.top)
end

return extra

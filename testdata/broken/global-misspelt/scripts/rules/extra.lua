local extra = {}

function extra.bow()
  shufle(game.seats[1].deck)
end

return extra

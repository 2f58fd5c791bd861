local extra = {}

function extra.bow()
  shuffle(game.seats[1].deck, game.seats[2].deck)
end

return extra

local setup = {}

function setup.deal(base)
  base()
  while not game.seats[1].deck.empty do shuffle(game.seats[1].deck) end
end

return {}, setup

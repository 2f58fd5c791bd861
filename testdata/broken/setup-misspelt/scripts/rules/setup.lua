local setup = {}

function setup.deal(base)
  shufle(game.seats[1].deck)
  base()
end

return {}, setup

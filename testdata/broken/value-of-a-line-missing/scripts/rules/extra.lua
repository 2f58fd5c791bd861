local extra = {}

function extra.bow()
  say("bow", {seats = game.seats})
end

return extra

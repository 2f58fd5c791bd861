local extra = {}

function extra.bow()
  choose.yes{sat = game.seats[1], prompt = "perform"}
end

return extra

local extra = {}

function extra.bow()
  choose.yes{seat = game.seats[1], prompt = "preform"}
end

return extra

local extra = {}

function extra.bow()
  choose.on{seat = game.seats[1], prompt = "perform", from = {"a"}}
end

return extra

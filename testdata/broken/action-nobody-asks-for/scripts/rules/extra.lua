local extra = {}

function extra.bow()
  local seat = game.seats[1]
  local trick = choose.one{seat = seat, prompt = "trick", from = actions("turn", seat), optional = true}
  if trick then perform(trick, seat) end
end

return extra

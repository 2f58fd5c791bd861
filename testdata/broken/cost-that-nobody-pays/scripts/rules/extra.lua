local extra = {}

function extra.bow()
  for _, seat in ipairs(game.seats) do
    local action = choose.one{seat = seat, prompt = "perform", from = actions("bow", seat), optional = true}
    if action then perform(action, seat) end
  end
end

return extra

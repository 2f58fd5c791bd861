local extra = {}

-- The first seat may take one of its performers back.
function extra.bow()
  local seat = game.seats[1]
  local card = choose.one{seat = seat, prompt = "perform", from = seat.stage:cards(), optional = true}
  move(card, seat.hand)
end

return extra

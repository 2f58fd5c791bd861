local tricks = {}

-- Before a turn, the seat may use one trick of a performer on stage.
function tricks.offer(seat)
  local list = options():add(actions("trick", seat))
  list:refuse(cards{zone = seat.hand, type = "performer"}, "off_stage")
  if list:count() == 0 then return end
  local trick = choose.one{seat = seat, prompt = "trick", from = list, optional = true}
  if trick then perform(trick, seat) end
end

return tricks

local errands = {}

-- Before a turn, the seat may send a performer on an errand.
function errands.offer(seat)
  local list = options():add(actions("errand", seat))
  if list:count() == 0 then return end
  local errand = choose.one{seat = seat, prompt = "errand", from = list, optional = true}
  if errand then perform(errand, seat) end
end

return errands

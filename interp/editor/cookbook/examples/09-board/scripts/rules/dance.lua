local dance = {}

-- A dancer takes a place in the middle of the seat's own row.
function dance.enter(seat)
  move(cards{type = "dancer", zone = "wings"}[1], board("floor", 1, 2, seat))
end

-- One step: to any side, ahead first, where nobody stands.
function dance.step(dancer, seat)
  local from, free = dancer.zone, {}
  for _, side in ipairs{"N", "E", "S", "W"} do
    local zone = from:step(side, seat)
    if zone and zone:room() > 0 then free[#free + 1] = zone end
  end
  move(dancer, choose.one{seat = seat, prompt = "step", from = free})
  local row, column = dancer.zone:row(seat), dancer.zone:column(seat)
  say("step", {dancer = dancer, row = row, column = column, beside = #dancer.zone:neighbours()})
end

return dance

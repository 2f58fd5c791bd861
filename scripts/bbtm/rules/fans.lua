-- Fans on the scoreboard.
local fans = {}

-- A manager loses fans, but never has fewer than none.
function fans.lose(seat, count)
  if seat.fans == 0 then say("no_fans", {seat = seat}) end
  seat.fans = math.max(seat.fans - count, 0)
end

return fans

local function cheer(seat)
  seat.points = seat.points + 1
  return true
end

return ability {
  name = {en = "Flourish"},
  on   = "performer.enters",
  when = function(self) return cheer(self.seat) end,
  run  = function(self) self.seat.points = 9 end,
}

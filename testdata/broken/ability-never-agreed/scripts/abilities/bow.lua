return ability {
  name = {en = "Bow"},
  on   = "performer.enters",
  when = function(self, ev) if ev.performer == self then return false end end,
  run  = function(self) self.seat.points = self.seat.points + 1 end,
}

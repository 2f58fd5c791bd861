return ability {
  name = {en = "Flourish"},
  on   = "performer.enters",
  run  = function(self) self.seat.points = 9 end,
}

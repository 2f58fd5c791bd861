return ability {
  name = {en = "Flourish"},
  on   = "performer.enters", windwo = "before",
  run  = function(self) self.seat.points = 9 end,
}

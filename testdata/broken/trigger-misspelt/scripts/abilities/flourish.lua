return ability {
  name = {en = "Flourish"},
  on   = "performer.enter",
  run  = function(self) self.seat.points = 9 end,
}

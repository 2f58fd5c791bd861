return ability {
  name = {en = "Flourish"},
  on   = "performer.enters", limit = {times = 1, per = "game"},
  run  = function(self) self.seat.points = 9 end,
}

return ability {
  name = {en = "Flourish"},
  action = "tunr",
  run  = function(self) self.seat.points = 9 end,
}

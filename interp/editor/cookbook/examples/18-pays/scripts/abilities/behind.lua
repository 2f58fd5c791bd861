-- Behind: a point more where another seat has three.
return ability {
  name  = {en = "Behind"},
  on    = "performer.enters",
  where = {performer = "self", enemy = {points = {min = 3}}},
  run   = function(self) self.seat.points = self.seat.points + 1 end,
}

return ability {
  name  = {en = "Bow"},
  on    = "performer.enters",
  where = {performer = {friendly = true, enemy = true}},
  run   = function(self) self.seat.points = self.seat.points + 1 end,
}

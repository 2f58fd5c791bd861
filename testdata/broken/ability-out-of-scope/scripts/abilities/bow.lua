return ability {
  name   = {en = "Bow"},
  on     = "poster.torn",
  run    = function(self) self.seat.points = self.seat.points + 1 end,
}

return ability {
  name  = {en = "Bow"},
  on    = "performer.enters",
  limit = {times = 1, per = "curtain.begins"},
  run   = function(self) self.seat.points = self.seat.points + 1 end,
}

return ability {
  name = {en = "Fame"},
  on   = "performer.enters",
  run  = function(self) self.seat.points = self.seat.points + 1 end,
}

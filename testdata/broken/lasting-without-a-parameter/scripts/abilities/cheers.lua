return ability {
  name   = {en = "Cheers"},
  on     = "performer.enters",
  params = {more = {type = "number"}},
  run    = function(self, _, params) self.seat.points = self.seat.points + params.more end,
}

-- Local fame: a point when the venue opens where the performer is.
return ability {
  name   = {en = "Local fame"},
  on     = "venue.opens",
  active = {zone = "out"},
  run    = function(self) self.seat.points = self.seat.points + 1 end,
}

return ability {
  name   = {en = "Bow"},
  on     = "performer.enters",
  active = {zone = "hand"},
  where  = {performer = {is = "self"}},
  run    = function(self) self.seat.points = self.seat.points + 1 end,
}

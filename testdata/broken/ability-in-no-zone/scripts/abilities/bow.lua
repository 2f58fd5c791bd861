return ability {
  name   = {en = "Bow"},
  on     = "performer.enters",
  active = {zone = "hand"},
  where  = {self = {zone = "deck"}},
  run    = function(self) self.seat.points = self.seat.points + 1 end,
}

-- Jealousy: a point whenever another seat's performer of applause 3 or more enters.
return ability {
  name  = {en = "Jealousy"},
  on    = "performer.enters",
  where = {performer = {enemy = true, applause = {min = 3}}},
  run   = function(self, ev) self.seat.points = self.seat.points + 1 end,
}

-- Poach: take control of a performer of the other seat; its owner stays whose it is.
return ability {
  name   = {en = "Poach"},
  on     = "performer.enters",
  where  = {performer = {is = "self"}},
  target = {zone = "stage", type = "performer", enemy = true},
  run    = function(self, _, target)
    target.seat = self.seat
    move(target, self.seat.stage)
  end,
}

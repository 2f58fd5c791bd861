-- Bolt: its power is damage to the other seat.
return ability {
  name   = {en = "Bolt", fr = "Éclair", ja = "稲妻"},
  action = "cast",
  where  = {self = {zone = "hand"}},
  when   = function(self) return self.seat.mana >= self.cost end,
  run    = function(self, seat)
    rules.duel.cast(self, seat.next, function(ev) rules.duel.gain(ev.target, -self.power) end)
  end,
}

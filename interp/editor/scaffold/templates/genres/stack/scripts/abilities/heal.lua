-- Heal: its power is life for its own seat.
return ability {
  name   = {en = "Heal", fr = "Soin", ja = "回復"},
  action = "cast",
  where  = {self = {zone = "hand"}},
  when   = function(self) return self.seat.mana >= self.cost end,
  run    = function(self, seat)
    rules.duel.cast(self, seat, function(ev) rules.duel.gain(ev.target, self.power) end)
  end,
}

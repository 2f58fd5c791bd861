-- For each point of damage truly dealt to a creature of its side its seat gains a coin.
return ability {
  on = "creature.hurt", where = {creature = {friendly = true}},
  run = function(self, ev) self.seat.coins = self.seat.coins + ev.dealt end,
}

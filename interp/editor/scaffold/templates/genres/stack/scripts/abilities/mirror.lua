-- Mirror: in response, a spell of another seat that is aimed at its seat is aimed back.
return ability {
  name   = {en = "Mirror", fr = "Renvoi", ja = "反射"},
  on     = "spell.cast", window = "respond",
  active = {zone = "hand"},
  where  = {spell = {enemy = true, power = {min = 1}}, target = "friendly"},
  when   = function(self) return self.seat.mana >= self.cost end,
  run    = function(self, ev)
    rules.duel.cast(self, nil, function() ev.target = ev.seat end, ev.spell)
  end,
}

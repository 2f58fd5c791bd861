-- Counter: in response, the spell of another seat does not happen; a counterspell is one as well.
return ability {
  name   = {en = "Counter", fr = "Contrer", ja = "打ち消し"},
  on     = "spell.cast", window = "respond",
  active = {zone = "hand"},
  where  = {spell = {enemy = true}},
  when   = function(self) return self.seat.mana >= self.cost end,
  run    = function(self, ev)
    rules.duel.cast(self, nil, function() ev.cancelled = true end, ev.spell)
  end,
}

-- Damage to another creature of its side is dealt to it instead.
return ability {
  on = "creature.hurt", window = "replace", where = {creature = {friendly = true, other = true}},
  run = function(self, ev)
    ev.cancelled = true
    rules.cards.hurt({{self, ev.amount}})
  end,
}

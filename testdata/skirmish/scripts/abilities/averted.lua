-- Damage to a creature of its side is prevented.
return ability {
  on = "creature.hurt", window = "before", where = {creature = {friendly = true}},
  run = function(_, ev) ev.cancelled = true end,
}

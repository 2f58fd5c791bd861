-- Damage to the creature that bears this is prevented.
return ability {
  on = "creature.hurt", window = "before", where = {creature = {is = "host"}},
  run = function(_, ev) ev.cancelled = true end,
}

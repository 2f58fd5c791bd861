-- When a creature of its side reaps, its drummers are destroyed.
return ability {
  on = "creature.reaps", where = {creature = {friendly = true}},
  target = {from = {zone = "line", friendly = true, id = "drummer"}, all = true},
  run = function(_, _, drummers) rules.cards.destroy(drummers) end,
}

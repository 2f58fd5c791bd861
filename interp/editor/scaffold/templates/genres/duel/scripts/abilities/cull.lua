-- Cull: a damaged creature of the other side is destroyed.
return ability {
  target = {zone = "line", enemy = true, damage = {min = 1}},
  run    = function(_, _, target) rules.duel.destroy({target}) end,
}

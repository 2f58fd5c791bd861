-- Cull: a damaged creature of the other side is destroyed.
return ability {
  target = "wounded",
  run    = function(_, _, target) rules.duel.destroy({target}) end,
}

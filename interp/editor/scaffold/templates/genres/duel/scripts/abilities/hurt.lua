-- Hurt: damage to a creature of the other side.
return ability {
  params = {amount = {type = "number"}},
  target = "foe",
  run    = function(self, _, target, params) rules.duel.hurt({{target, params.amount, self}}) end,
}

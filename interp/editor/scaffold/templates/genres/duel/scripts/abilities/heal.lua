-- Heal: some damage goes from a creature of its side.
return ability {
  params = {amount = {type = "number"}},
  target = {zone = "line", friendly = true, damage = {min = 1}},
  run    = function(_, _, target, params) target.damage = target.damage - params.amount end,
}

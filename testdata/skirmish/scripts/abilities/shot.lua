-- A creature of the other side is dealt damage.
return ability {
  params = {amount = {type = "number"}},
  target = {zone = "line", enemy = true},
  act    = function(_, _, target, params) rules.cards.hurt({{target, params.amount}}) end,
}

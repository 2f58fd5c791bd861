-- A creature is dealt damage.
return ability {
  params = {amount = {type = "number"}},
  target = "fighter",
  run    = function(_, _, target, params) rules.cards.hurt({{target, params.amount}}) end,
}

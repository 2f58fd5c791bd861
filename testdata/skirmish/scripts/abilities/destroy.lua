-- A creature is destroyed.
return ability {
  target = "fighter",
  run    = function(_, _, target) rules.cards.destroy({target}) end,
}

-- A creature is destroyed.
return ability {
  target = {zone = "line", type = "creature"},
  run    = function(_, _, target) rules.cards.destroy({target}) end,
}

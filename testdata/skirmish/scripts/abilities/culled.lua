-- A hurt creature is destroyed, if there is one.
return ability {
  act    = function(_, _, target) rules.cards.destroy({target}) end,
  target = "wounded",
}

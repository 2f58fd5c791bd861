-- Up to two hurt creatures are destroyed.
return ability {
  act    = function(_, _, targets) rules.cards.destroy(targets) end,
  target = {from = "wounded", max = 2},
}

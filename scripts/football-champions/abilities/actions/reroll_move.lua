-- Second Try, Fresh Shape: the movement die again.
return ability {
  action = "moves",
  run    = function(self, seat) rules.moves.reroll() end,
}

-- Second Try, Fresh Shape: the movement die again.
return ability {
  name   = {en = "Roll again", fr = "Relance", ja = "振り直し"},
  action = "moves",
  run    = function(self, seat) rules.moves.reroll() end,
}

-- Overlap, Covering Run: one more normal move in this step.
return ability {
  action = "moves",
  run    = function(self, seat) game.extra_moves = game.extra_moves + 1 end,
}

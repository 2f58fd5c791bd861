-- Overlap, Covering Run: one more normal move in this step.
return ability {
  name   = {en = "One more move", fr = "Un mouvement de plus", ja = "追加移動"},
  action = "moves",
  run    = function(self, seat) game.extra_moves = game.extra_moves + 1 end,
}

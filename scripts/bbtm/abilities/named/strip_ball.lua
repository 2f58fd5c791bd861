-- Strip Ball: instead of using tackle, the ball may be put at midfield.
return ability {
  name   = {en = "Strip Ball", fr = "Arracher le Ballon", ja = "掻き出し"},
  on     = "tackle.opened", window = "replace",
  may    = true,
  where  = {player = {is = "self"}, matchup = {holds_no = "ball"}},
  run    = function(self, ev)
    ev.cancelled = true
    rules.ball.loosen(ev.matchup)
  end,
}

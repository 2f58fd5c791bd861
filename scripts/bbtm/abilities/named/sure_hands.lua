-- Sure Hands: he keeps the ball when he becomes downed.
return ability {
  name   = {en = "Sure Hands", fr = "Dextérité", ja = "確保"},
  on     = "ball.dropped", window = "replace",
  where  = {player = {is = "self"}, cause = "downed"},
  run    = function(self, ev) ev.cancelled = true end,
}

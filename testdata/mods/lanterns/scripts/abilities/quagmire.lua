-- Quagmire: an opponent who misses a tackle against him becomes downed.
return ability {
  name  = {en = "Quagmire", fr = "Bourbier", ja = "泥沼"},
  on    = "tackle.missed",
  where = {target = {is = "self"}, tackler = {enemy = true, posture = "standing"}},
  run   = function(self, ev) rules.players.down(ev.tackler, self) end,
}

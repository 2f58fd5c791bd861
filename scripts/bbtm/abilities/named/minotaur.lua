-- Minotaur: when a tackle downs him, he may at once attempt to tackle that player, with his standing Star Power.
return ability {
  on     = "tackle.succeeded",
  may    = true,
  active = {zone = "pitch", posture = "downed"},
  where  = {target = {is = "self"}, tackler = {["not"] = {with = "stand_firm", holds = "ball"}}},
  run    = function(self, ev) schedule("tackle.attempt", self, ev.tackler, self:printed("power", "standing")) end,
}

-- Minotaur: when a tackle downs him, he may at once attempt to tackle that player, with his standing Star Power.
return ability {
  on    = "player.downed", heard = "before",
  may   = true,
  where = {player = {is = "self"}, by = {enemy = true, ["not"] = {with = "stand_firm", holds = "ball"}}},
  when  = function(self, ev) return self.host == ev.matchup and ev.by.host == ev.matchup end,
  run   = function(self, ev) schedule("tackle.attempt", self, ev.by, self:printed("power", "standing")) end,
}

-- Laying the Smackdown!: where you have a standing player, 1 fan for each downed opponent.
return ability {
  on    = "matchup.scored", anywhere = true,
  where = {matchup = {holds = {friendly = true, posture = "standing"}}},
  among = function(self, ev) return cards{zone = "pitch", at = ev.matchup, enemy = true, posture = "downed"} end,
  run   = function(self, ev, downed) self.seat.fans = self.seat.fans + #downed end,
}

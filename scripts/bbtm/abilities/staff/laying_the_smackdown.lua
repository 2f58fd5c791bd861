-- Laying the Smackdown!: where you have a standing player, 1 fan for each downed opponent.
return ability {
  on    = "matchup.scored", anywhere = true,
  where = {matchup = {holds = {friendly = true, posture = "standing"}}},
  target = {from = {zone = "pitch", at = "matchup", enemy = true, posture = "downed"}, all = true},
  run   = function(self, ev, downed) self.seat.fans = self.seat.fans + #downed end,
}

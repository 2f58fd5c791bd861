-- Laying the Smackdown!: where you have a standing player, 1 fan for each downed opponent.
return ability {
  on    = "matchup.scored", anywhere = true,
  where = {matchup = {holds = {friendly = true, posture = "standing"}}},
  run   = function(self, ev)
    local downed = count{zone = "pitch", at = ev.matchup, posture = "downed", ["not"] = {seat = self.seat}}
    self.seat.fans = self.seat.fans + downed
  end,
}

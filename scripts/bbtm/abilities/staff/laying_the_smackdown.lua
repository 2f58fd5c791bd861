-- Laying the Smackdown!: where you have a standing player, 1 fan for each downed opponent.
local function downed(self, ev)
  return count{zone = "pitch", at = ev.matchup, enemy = true, posture = "downed"}
end

return ability {
  on    = "matchup.scored", anywhere = true,
  where = {matchup = {holds = {friendly = true, posture = "standing"}}},
  when  = function(self, ev) return downed(self, ev) > 0 end,
  run   = function(self, ev) self.seat.fans = self.seat.fans + downed(self, ev) end,
}

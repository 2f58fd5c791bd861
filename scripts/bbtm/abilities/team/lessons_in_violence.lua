-- Lessons in Violence: 1 fan where an opponent has more downed players than you.
local function downed(seat, matchup)
  return count{zone = "pitch", at = matchup, seat = seat, posture = "downed"}
end

return ability {
  on    = "matchup.scored", anywhere = true,
  where = {matchup = {holds = {friendly = true}}},
  when  = function(self, ev)
    local own = downed(self.seat, ev.matchup)
    for _, rival in ipairs(self.seat.opponents) do
      if downed(rival, ev.matchup) > own then return true end
    end
    return false
  end,
  run   = function(self) self.seat.fans = self.seat.fans + 1 end,
}

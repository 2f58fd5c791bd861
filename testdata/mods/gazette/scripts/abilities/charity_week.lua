-- Charity Week Announced: whoever loses a highlight gains 1 fan.
return ability {
  on    = "matchup.lost", anywhere = true,
  where = {matchup = {type = "highlight"}},
  run   = function(self, ev) ev.seat.fans = ev.seat.fans + 1 end,
}

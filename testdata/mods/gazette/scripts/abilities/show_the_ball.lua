-- Show Us the Ball!: at each matchup, the carrier is worth 1 fan.
return ability {
  on   = "matchup.scored", anywhere = true,
  when = function(self, ev) return rules.ball.carrier(ev.matchup) ~= nil end,
  run  = function(self, ev)
    local seat = rules.ball.carrier(ev.matchup).seat
    seat.fans = seat.fans + 1
  end,
}

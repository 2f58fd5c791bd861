-- End Zone Celebration Choreographer: 1 fan at each matchup where you have the carrier.
return ability {
  on    = "matchup.scored", anywhere = true,
  where = {matchup = {holds = {friendly = true, holds = "ball"}}},
  run   = function(self) self.seat.fans = self.seat.fans + 1 end,
}

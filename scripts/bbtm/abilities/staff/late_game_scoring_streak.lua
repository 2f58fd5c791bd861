-- Late Game Scoring Streak: 1 fan for each matchup won with a carrier of yours.
return ability {
  on    = "matchup.won", anywhere = true,
  where = {seat = "friendly", matchup = {holds = {friendly = true, holds = "ball"}}},
  run   = function(self) self.seat.fans = self.seat.fans + 1 end,
}

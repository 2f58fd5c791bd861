-- Offensive Firepower: 2 fans for each matchup won by 3 Star Power or more.
return ability {
  on    = "matchup.won", anywhere = true,
  where = {seat = "friendly", margin = {min = 3}},
  run   = function(self) self.seat.fans = self.seat.fans + 2 end,
}

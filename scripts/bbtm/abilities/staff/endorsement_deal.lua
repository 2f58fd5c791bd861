-- Endorsement Deal: 1 fan for each highlight you win.
return ability {
  on    = "matchup.won", anywhere = true,
  where = {seat = "friendly", matchup = {type = "highlight"}},
  run   = function(self) self.seat.fans = self.seat.fans + 1 end,
}

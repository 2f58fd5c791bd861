-- Warpstone Souvenirs: 2 fans for each matchup you lose.
return ability {
  on    = "matchup.lost", anywhere = true,
  where = {seat = "friendly"},
  run   = function(self) self.seat.fans = self.seat.fans + 2 end,
}

-- The Best Players in the League!: 2 fans for each matchup won with a Star Player there who is no Freebooter.
return ability {
  on    = "matchup.won", anywhere = true,
  where = {seat = "friendly", matchup = {holds = {friendly = true, star = true, without = "freebooter"}}},
  run   = function(self) self.seat.fans = self.seat.fans + 2 end,
}

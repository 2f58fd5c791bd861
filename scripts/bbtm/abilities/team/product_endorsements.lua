-- Product Endorsements: 1 fan at each matchup where your zone totals 4 Star Power or more.
return ability {
  on    = "team.totalled", anywhere = true,
  where = {seat = "friendly", total = {min = 4}},
  run   = function(self) self.seat.fans = self.seat.fans + 1 end,
}

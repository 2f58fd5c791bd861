-- End of game: fans for each Freebooter, or for each other Star Player, on the roster.
return ability {
  on     = "season.ends",
  params = {who = {type = "hire"}, fans = {type = "number", default = 1}},
  run    = function(self, ev, params)
    local hired = count{zone = "roster", seat = self.seat, with = "freebooter"}
    local stars = count{zone = "roster", seat = self.seat, star = true, without = "freebooter"}
    self.seat.fans = self.seat.fans + params.fans * (params.who == "freebooters" and hired or stars)
  end,
}

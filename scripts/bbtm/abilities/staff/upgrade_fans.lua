-- End of game: fans for each upgrade of a kind that the manager owns.
return ability {
  on     = "season.ends",
  params = {kind = {type = "payout"}, fans = {type = "number", default = 1}},
  run    = function(self, ev, params)
    local owned = count{zone = self.seat.office, type = params.kind}
    self.seat.fans = self.seat.fans + owned * params.fans
  end,
}

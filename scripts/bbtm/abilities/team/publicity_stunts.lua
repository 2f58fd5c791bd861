-- Publicity Stunts: at the end 2 fans for each Reavers Star Player on the roster, 1 for each other.
return ability {
  on  = "season.ends",
  run = function(self)
    local stars = count{zone = "roster", seat = self.seat, star = true}
    local reavers = count{zone = "roster", seat = self.seat, star = true, team = "reavers"}
    self.seat.fans = self.seat.fans + stars + reavers
  end,
}

-- Bloodthirsty Supporters: 1 fan for each opponent that a player or card of yours injures.
return ability {
  on    = "player.injured", anywhere = true,
  where = {seat = "friendly", player = {enemy = true}},
  run   = function(self) self.seat.fans = self.seat.fans + 1 end,
}

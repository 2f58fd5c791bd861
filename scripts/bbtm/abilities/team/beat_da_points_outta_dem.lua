-- Beat Da Points Outta Dem!: 2 fans for each opponent that one of your players injures.
return ability {
  on    = "player.injured", anywhere = true,
  where = {by = {friendly = true}, player = {enemy = true}},
  run   = function(self) self.seat.fans = self.seat.fans + 2 end,
}

-- Rigorous Training: each time one of your players uses Guard, draw a card, then discard one.
return ability {
  on    = "player.guards", anywhere = true,
  where = {seat = "friendly"},
  run   = function(self) rules.squad.cycle(self.seat) end,
}

-- Rigorous Training (errata): each time one of your players with Guard becomes downed, draw a card, then discard one.
return ability {
  on    = "player.downed", heard = "before", anywhere = true,
  where = {player = {friendly = true, with = "guard"}},
  run   = function(self) rules.squad.cycle(self.seat) end,
}

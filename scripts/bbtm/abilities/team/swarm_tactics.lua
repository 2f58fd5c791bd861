-- Swarm Tactics: before an attempt, +1 Star Power for each other player of yours here.
return ability {
  on    = "tackle.attempted", window = "before", anywhere = true,
  may   = true,
  where = {tackler = {friendly = true}},
  run   = function(self, ev)
    self.exhausted = true
    ev.power = ev.power + count{zone = "pitch", at = ev.matchup, seat = self.seat, except = ev.tackler}
  end,
}

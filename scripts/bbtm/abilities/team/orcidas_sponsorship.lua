-- Orcidas Sponsorship: after tackling an opposing carrier successfully this turn, the tackler gets the ball.
return ability {
  on    = "tackle.succeeded", heard = "before", anywhere = true,
  may   = true,
  where = {tackler = {friendly = true}, target = {holds = "ball"}},
  when  = function(self) return game.turn == self.seat, "other_turn" end,
  run   = function(self, ev)
    self.exhausted = true
    rules.ball.give(ev.tackler)
  end,
}

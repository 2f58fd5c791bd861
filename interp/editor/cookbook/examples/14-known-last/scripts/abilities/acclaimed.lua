-- Acclaimed: a point for the performer who is worth more on the stage than it was in the hand.
return ability {
  name  = {en = "Acclaimed"},
  on    = "performer.enters", heard = "before",
  where = {performer = {friendly = true, other = true}},
  run   = function(self, ev)
    if now(ev.performer).applause > ev.performer.applause then self.seat.points = self.seat.points + 1 end
  end,
}

-- Understudy: another performer of yours on stage earns its applause again, with all that it does.
return ability {
  name   = {en = "Understudy"},
  on     = "performer.enters",
  where  = {performer = {is = "self"}},
  target = {zone = "stage", friendly = true, other = true},
  run    = function(self, _, target)
    raise("performer.enters", {performer = target, seat = self.seat, applause = target.applause}, function(ev)
      ev.seat.points = ev.seat.points + ev.applause
    end)
  end,
}

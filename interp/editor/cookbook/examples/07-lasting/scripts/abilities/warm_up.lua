-- Warm-up: until the round ends, performers of this seat enter to one more applause.
return ability {
  name  = {en = "Warm-up"},
  on    = "performer.enters",
  where = {performer = {is = "self"}},
  run   = function(self)
    lasting{ability = "warmed_up", on = self, seat = self.seat, until_ = "show.ends"}
  end,
}

-- Moth: a card that loses the trick leads the next one.
return ability {
  name  = {en = "Moth", fr = "Papillon", ja = "蛾"},
  on    = "trick.taken", window = "before",
  where = {card = {other = true}},
  run   = function(self, ev) ev.leader = self.seat end,
}

-- Dodge Type Thing: an opponent who tackles one of your players rolls one die again.
return ability {
  on    = "tackle.rolled", window = "before", anywhere = true,
  may   = true,
  where = {target = {friendly = true}},
  run   = function(self, ev)
    self.exhausted = true
    rules.tackle.reroll_one(ev, self.seat)
  end,
}

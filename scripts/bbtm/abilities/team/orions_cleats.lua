-- Orion's Cleats: when one of your players is tackled, only one die is rolled and applied.
return ability {
  on    = "tackle.diced", window = "before", anywhere = true,
  may   = true,
  where = {target = {friendly = true}, dice = 2},
  run   = function(self, ev)
    self.exhausted = true
    ev.dice = 1
    ev.both = false
  end,
}

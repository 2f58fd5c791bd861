-- Flooding: every attempt rolls two dice, and both results apply.
return ability {
  on  = "tackle.diced", window = "replace", anywhere = true,
  run = function(self, ev)
    ev.dice = 2
    ev.both = true
  end,
}

-- Bold Rookies Everywhere: whoever is weaker than his target rolls a single die.
return ability {
  on    = "tackle.diced", window = "before", anywhere = true,
  where = {odds = "weaker", both = false},
  run   = function(self, ev) ev.dice = 1 end,
}

-- Dodge: once in each attempt against him, all dice may be rolled again.
return ability {
  name   = {en = "Dodge", fr = "Esquive", ja = "身かわし"},
  on     = "tackle.rolled", window = "before",
  may    = true,
  where  = {target = {is = "self"}},
  run    = function(self, ev) rules.tackle.reroll_all(ev) end,
}

-- Frenzy: +1 Star Power during his own attempts.
return ability {
  name  = {en = "Frenzy", fr = "Frénésie", ja = "熱狂"},
  on    = "tackle.compared", window = "before",
  where = {tackler = {is = "self"}},
  run   = function(self, ev) ev.tackler_power = ev.tackler_power + 1 end,
}

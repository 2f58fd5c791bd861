return ability {
  name = {en = "Flourish"},
  on   = "performer.enters", window = "before",
  run  = function(self, ev) ev.performer = self end,
}

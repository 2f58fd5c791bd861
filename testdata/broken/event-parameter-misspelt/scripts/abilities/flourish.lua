return ability {
  name = {en = "Flourish"},
  on   = "performer.enters", window = "before",
  run  = function(self, ev) ev.aplause = 9 end,
}

return ability {
  name = {en = "Flourish"},
  on   = "performer.enters",
  run  = function(self, ev) ev.applause = 9 end,
}

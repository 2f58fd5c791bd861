return ability {
  name     = {en = "Warmed up"},
  on       = "performer.enters", window = "before",
  where    = {seat = "friendly"},
  run      = function(self, ev) ev.applause = ev.applause + 1 end,
}

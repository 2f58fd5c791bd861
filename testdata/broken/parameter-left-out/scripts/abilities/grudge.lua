return ability {
  name   = {en = "Grudge"},
  on     = "performer.leaves",
  active = {zone = "hand"},
  where  = {performer = {is = "self"}},
  run    = function(_, ev) ev.by.mood = "sad" end,
}

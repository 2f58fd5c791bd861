-- Cold shower: whatever was warmed up is cold again.
return ability {
  name  = {en = "Cold shower"},
  on    = "performer.enters", window = "replace",
  where = {performer = {is = "self"}},
  run   = function() expire("warmed_up") end,
}

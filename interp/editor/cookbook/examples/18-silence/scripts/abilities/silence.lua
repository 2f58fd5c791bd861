-- Silence: a performer of the other seat loses its abilities.
return ability {
  name   = {en = "Silence"},
  on     = "performer.enters",
  where  = {performer = {is = "self"}},
  target = {zone = "stage", type = "performer", enemy = true},
  run    = function(_, _, target) target.silenced = true end,
}

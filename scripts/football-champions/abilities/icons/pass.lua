-- The pass icon: a pass of his makes the next challenge harder.
return ability {
  name  = {en = "Pass", fr = "Passe", ja = "パス"},
  on    = "pass.made",
  where = {passer = {is = "self"}},
  run   = function() game.pass_help = game.pass_help + 1 end,
}

-- The Death Roller: after each successful tackle, one token is put on him.
return ability {
  on    = "tackle.succeeded",
  where = {tackler = {is = "self"}},
  run   = function(self) rules.tokens.assign(self) end,
}

-- Rat Ogre: after a successful tackle, look at one token on himself; keep it or have it replaced.
return ability {
  on    = "tackle.succeeded",
  may   = true,
  where = {tackler = {is = "self"}, self = {holds = "token"}},
  run   = function(self) rules.tokens.inspect(self.seat, {self}) end,
}

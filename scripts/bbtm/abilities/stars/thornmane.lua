-- Thornmane: a response; when he becomes the carrier, look at one token on an opponent here; leave it or have it
-- replaced.
return ability {
  on    = "ball.gained",
  may   = true,
  where = {player = {is = "self"}},
  when  = function() return rules.matchup.responses() end,
  target = {from = {zone = "pitch", at = "matchup", holds = "token", enemy = true}, all = true},
  run   = function(self, ev, opponents)
    rules.tokens.inspect(self.seat, opponents)
  end,
}

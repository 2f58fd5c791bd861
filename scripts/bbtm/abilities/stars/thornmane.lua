-- Thornmane: a response; when he becomes the carrier, look at one token on an opponent here; leave it or have it replaced.
return ability {
  on    = "ball.gained",
  may   = true,
  where = {player = {is = "self"}, matchup = {holds = {enemy = true, holds = "token"}}},
  when  = function() return rules.matchup.responses() end,
  run   = function(self, ev)
    local opponents = cards{zone = "pitch", at = ev.matchup, holds = "token", ["not"] = {seat = self.seat}}
    rules.tokens.inspect(self.seat, opponents)
  end,
}

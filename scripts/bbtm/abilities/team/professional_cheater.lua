-- Professional Cheater: look at one token on any player anywhere; leave it or have it replaced.
return ability {
  action = "matchup",
  among  = function() return cards{zone = "pitch", holds = "token"} end,
  run    = function(self, seat, cheaters)
    self.exhausted = true
    rules.tokens.inspect(seat, cheaters)
  end,
}

-- Professional Cheater: look at one token on any player anywhere; leave it or have it replaced.
return ability {
  action = "matchup",
  when   = function() return any{zone = "pitch", holds = "token"} end,
  run    = function(self, seat)
    self.exhausted = true
    rules.tokens.inspect(seat, cards{zone = "pitch", holds = "token"})
  end,
}

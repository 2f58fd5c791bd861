-- Professional Cheater: look at one token on any player anywhere; leave it or have it replaced.
return ability {
  action = "matchup",
  target = {from = {zone = "pitch", holds = "token"}, all = true},
  run    = function(self, seat, cheaters)
    self.exhausted = true
    rules.tokens.inspect(seat, cheaters)
  end,
}

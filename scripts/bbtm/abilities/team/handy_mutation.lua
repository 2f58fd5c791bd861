-- Handy Mutation: on target down, one of your players at any matchup becomes the carrier there.
return ability {
  action = "matchup",
  when   = function(self) return any{zone = "pitch", seat = self.seat} end,
  run    = function(self, seat)
    self.exhausted = true
    if roll("tackle") ~= "target_down" then return end
    rules.ball.give(choose.one{seat = seat, prompt = "handy_mutation", from = cards{zone = "pitch", seat = seat}})
  end,
}

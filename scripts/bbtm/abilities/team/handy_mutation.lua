-- Handy Mutation: on target down, one of your players at any matchup becomes the carrier there.
return ability {
  action = "matchup",
  target = {from = {zone = "pitch", friendly = true}, all = true},
  run    = function(self, seat, players)
    self.exhausted = true
    if roll("tackle") ~= "target_down" then return end
    rules.ball.give(choose.one{seat = seat, prompt = "handy_mutation", from = players})
  end,
}

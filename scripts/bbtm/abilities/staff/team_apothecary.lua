-- Team Apothecary: one of your downed players stands up on target down, and is injured on tackler down.
return ability {
  action = "matchup",
  target = {from = {zone = "pitch", friendly = true, posture = "downed"}, all = true},
  run    = function(self, seat, downed)
    self.exhausted = true
    local patient = choose.one{seat = seat, prompt = "team_apothecary", from = downed}
    local face = roll("tackle")
    if face == "target_down" then rules.players.stand(patient) end
    if face == "tackler_down" then rules.players.injure(patient) end
  end,
}

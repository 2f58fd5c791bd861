-- Team Apothecary: one of your downed players stands up on target down, and is injured on tackler down.
return ability {
  action = "matchup",
  when   = function(self) return any{zone = "pitch", seat = self.seat, posture = "downed"} end,
  run    = function(self, seat)
    self.exhausted = true
    local downed = cards{zone = "pitch", seat = seat, posture = "downed"}
    local patient = choose.one{seat = seat, prompt = "team_apothecary", from = downed}
    local face = roll("tackle")
    if face == "target_down" then rules.players.stand(patient) end
    if face == "tackler_down" then rules.players.injure(patient) end
  end,
}

-- Legendary Toughness: on target down, one of your downed players may stand up.
return ability {
  action = "matchup",
  when   = function(self) return any{zone = "pitch", seat = self.seat, posture = "downed"} end,
  run    = function(self, seat)
    self.exhausted = true
    if roll("tackle") ~= "target_down" then return end
    local downed = cards{zone = "pitch", seat = seat, posture = "downed"}
    local player = choose.one{seat = seat, prompt = "stand", from = downed, optional = true}
    if player then rules.players.stand(player) end
  end,
}

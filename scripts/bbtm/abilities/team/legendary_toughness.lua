-- Legendary Toughness: on target down, one of your downed players may stand up.
return ability {
  action = "matchup",
  among  = function() return cards{zone = "pitch", friendly = true, posture = "downed"} end,
  run    = function(self, seat, downed)
    self.exhausted = true
    if roll("tackle") ~= "target_down" then return end
    local player = choose.one{seat = seat, prompt = "stand", from = downed, optional = true}
    if player then rules.players.stand(player) end
  end,
}

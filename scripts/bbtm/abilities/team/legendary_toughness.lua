-- Legendary Toughness: on target down, one of your downed players may stand up.
return ability {
  action = "matchup",
  target = {from = {zone = "pitch", friendly = true, posture = "downed"}, all = true},
  run    = function(self, seat, downed)
    self.exhausted = true
    if roll("tackle") ~= "target_down" then return end
    local player = choose.one{seat = seat, prompt = "stand", from = downed, optional = true}
    if player then rules.players.stand(player) end
  end,
}

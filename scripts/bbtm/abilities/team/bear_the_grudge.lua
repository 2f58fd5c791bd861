-- Bear the Grudge: one of your downed players attempts a tackle with his standing Star Power.
return ability {
  action = "matchup",
  target = {all = true, from = function(self)
    local grudges, downed = options(), cards{zone = "pitch", friendly = true, posture = "downed"}
    for _, player in ipairs(downed) do grudges:product({player}, rules.tackle.targets(player)) end
    return grudges
  end},
  run    = function(self, seat, grudges)
    self.exhausted = true
    local player, target = choose.one{seat = seat, prompt = "grudge", from = grudges}
    schedule("tackle.attempt", player, target, player:printed("power", "standing"))
  end,
}

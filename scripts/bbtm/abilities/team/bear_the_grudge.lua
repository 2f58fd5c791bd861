-- Bear the Grudge: one of your downed players attempts a tackle with his standing Star Power.
local function grudges(self)
  local list, downed = options(), cards{zone = "pitch", friendly = true, posture = "downed"}
  for _, player in ipairs(downed) do list:product({player}, rules.tackle.targets(player)) end
  return list
end

return ability {
  action = "matchup",
  when   = function(self) return grudges(self):count() > 0 end,
  run    = function(self, seat)
    self.exhausted = true
    local player, target = choose.one{seat = seat, prompt = "grudge", from = grudges(self)}
    schedule("tackle.attempt", player, target, player:printed("power", "standing"))
  end,
}

-- Cursed Ball!: each use of pass rolls a die; on tackler down an opponent gets the ball, on a miss it stays.
local function fumble(player)
  local rivals = {}
  for _, seat in ipairs(player.seat.opponents) do
    if any{zone = "pitch", at = player.place, seat = seat} then rivals[#rivals + 1] = seat end
  end
  local rival = choose.one{seat = player.seat, prompt = "cursed_rival", from = rivals}
  if not rival then return end
  local receivers = cards{zone = "pitch", at = player.place, seat = rival}
  rules.ball.give(choose.one{seat = rival, prompt = "cursed_receiver", from = receivers})
end

return ability {
  on  = "player.passes", window = "replace", anywhere = true,
  run = function(self, ev)
    local face = roll("tackle")
    ev.caught = face == "target_down"
    if face == "tackler_down" then fumble(ev.player) end
  end,
}

-- Sewer Go-Map: one of your players is moved to another legal matchup.
local function tunnels(seat)
  return rules.pitch.transfers(cards{zone = "pitch", seat = seat}, seat)
end

return ability {
  action = "matchup",
  when   = function(self) return tunnels(self.seat):count() > 0 end,
  run    = function(self, seat)
    self.exhausted = true
    local player, zone = choose.one{seat = seat, prompt = "move", from = tunnels(seat)}
    rules.players.move(player, zone)
  end,
}

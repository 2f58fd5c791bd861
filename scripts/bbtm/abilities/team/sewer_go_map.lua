-- Sewer Go-Map: one of your players is moved to another legal matchup.
return ability {
  action = "matchup",
  when   = function(self) return rules.pitch.movable(cards{zone = "pitch", seat = self.seat}) end,
  run    = function(self, seat)
    self.exhausted = true
    local ways = rules.pitch.transfers(cards{zone = "pitch", seat = seat})
    local player, zone = choose.one{seat = seat, prompt = "move", from = ways}
    rules.players.move(player, zone)
  end,
}

-- Sewer Go-Map: one of your players is moved to another legal matchup.
return ability {
  action = "matchup",
  target = {all = true, from = function(self)
    return rules.pitch.transfers(cards{zone = "pitch", friendly = true}, self.seat)
  end},
  run    = function(self, seat, tunnels)
    self.exhausted = true
    local player, zone = choose.one{seat = seat, prompt = "move", from = tunnels}
    rules.players.move(player, zone)
  end,
}

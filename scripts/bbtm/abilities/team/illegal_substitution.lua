-- Illegal Substitution: injure one of your players; the top player of the Team deck stands in, without skills.
return ability {
  action = "matchup",
  when   = function(self) return any{zone = "pitch", seat = self.seat} end,
  run    = function(self, seat)
    self.exhausted = true
    local player = choose.one{seat = seat, prompt = "illegal_substitution", from = cards{zone = "pitch", seat = seat}}
    local matchup = player.place
    rules.players.injure(player, nil, seat)
    rules.pitch.substitute(seat, matchup)
  end,
}

-- Illegal Substitution: injure one of your players; the top player of the Team deck stands in, without skills.
return ability {
  action = "matchup",
  target = {from = {zone = "pitch", friendly = true}, all = true},
  run    = function(self, seat, players)
    self.exhausted = true
    local player = choose.one{seat = seat, prompt = "illegal_substitution", from = players}
    local matchup = player.place
    rules.players.injure(player, nil, seat)
    rules.pitch.substitute(seat, matchup)
  end,
}

-- Withering Workout: after one of your players is ejected, the top player of the Team deck stands in, without skills.
return ability {
  on    = "player.ejected", anywhere = true,
  where = {player = {friendly = true}},
  run   = function(self, ev) rules.pitch.substitute(self.seat, ev.matchup) end,
}

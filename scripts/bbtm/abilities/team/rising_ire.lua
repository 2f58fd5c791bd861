-- Rising Ire: +1 Star Power for your team where you have a downed player.
return ability {
  on    = "team.totalled", window = "before", anywhere = true,
  where = {seat = "friendly", matchup = {holds = {friendly = true, posture = "downed"}}},
  run   = function(self, ev) ev.total = ev.total + 1 end,
}

-- Smash 'Em, Bash 'Em: after tackling a standing opponent successfully, he is injured if the die shows target down.
return ability {
  on    = "tackle.succeeded", heard = "before", anywhere = true,
  may   = true,
  where = {tackler = {friendly = true}, target = {posture = "standing"}},
  when  = function(self, ev) return ev.target.host == ev.matchup end,
  run   = function(self, ev)
    self.exhausted = true
    if roll("tackle") == "target_down" then rules.players.injure(ev.target, ev.tackler) end
  end,
}

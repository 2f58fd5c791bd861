-- Smash 'Em, Bash 'Em: after tackling a standing opponent successfully, he is injured if the die shows target down.
return ability {
  on    = "tackle.succeeded", anywhere = true,
  may   = true,
  where = {tackler = {friendly = true}, target = {zone = "pitch", posture = "downed"}},
  run   = function(self, ev)
    self.exhausted = true
    if roll("tackle") == "target_down" then rules.players.injure(ev.target, ev.tackler) end
  end,
}

-- All-star Conditioning: a player with a sprint icon counts +1 Star Power as the target of a tackle.
return ability {
  on    = "tackle.compared", window = "before", anywhere = true,
  where = {target = {skills = "sprint"}},
  run   = function(self, ev) ev.target_power = ev.target_power + 1 end,
}

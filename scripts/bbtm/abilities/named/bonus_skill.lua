-- After he has tackled an opponent successfully, he gets one more skill to use.
return ability {
  on     = "tackle.succeeded",
  where  = {tackler = {is = "self"}},
  params = {skill = {type = "skill"}},
  run    = function(self, ev, params) schedule("skills.use", self, params.skill, ev.matchup) end,
}

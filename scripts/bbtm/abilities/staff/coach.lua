-- A coach: the player committed this turn, downed or not, uses one more skill.
return ability {
  action = "matchup",
  params = {skill = {type = "skill"}},
  when   = function(self) return rules.matchup.committed(self.seat) ~= nil, "nobody_committed" end,
  run    = function(self, seat, params)
    self.exhausted = true
    schedule("skills.grant", seat.committed, params.skill)
  end,
}

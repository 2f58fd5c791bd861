-- Jack of All Trades: the player committed this turn uses any one skill.
return ability {
  action = "matchup",
  when   = function(self) return rules.matchup.committed(self.seat) ~= nil, "nobody_committed" end,
  run    = function(self, seat)
    self.exhausted = true
    local skill = choose.one{seat = seat, prompt = "any_skill", from = {"cheat", "pass", "sprint", "tackle"}}
    schedule("skills.grant", seat.committed, skill)
  end,
}

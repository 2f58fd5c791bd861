-- Interception Assistant: the player committed this turn uses pass, and pass again.
return ability {
  action = "matchup",
  when   = function(self) return rules.matchup.committed(self.seat) ~= nil, "nobody_committed" end,
  run    = function(self, seat)
    self.exhausted = true
    schedule("skills.grant", seat.committed, "pass")
    schedule("skills.grant", seat.committed, "pass")
  end,
}

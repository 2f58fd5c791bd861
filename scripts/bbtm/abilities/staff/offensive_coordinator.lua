-- Offensive Coordinator: with the ball at midfield, the player committed this turn becomes the carrier.
return ability {
  action = "matchup",
  when   = function(self)
    local player = rules.matchup.committed(self.seat)
    return player ~= nil and not player.place.midfield.empty, "no_loose_ball"
  end,
  run    = function(self, seat)
    self.exhausted = true
    rules.ball.give(seat.committed)
  end,
}

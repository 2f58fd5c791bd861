-- One-Two: after a pass, one more that goes forward.
return ability {
  action = "pass",
  when   = function(self, seat)
    local holder = rules.ball.held_by(seat)
    return holder ~= nil and rules.attack.can_pass(holder, rules.pitch.AHEAD), "nobody_ahead"
  end,
  run    = function(self, seat) game.more_passes = game.more_passes + 1 end,
}

-- Penalty Shout: the ball is lost on the forward line; on a six the referee agrees.
return ability {
  action = "lost",
  when   = function(self, seat)
    return not game.penalty_for and rules.pitch.line(game.attacker) == rules.pitch.FORWARD, "not_forward"
  end,
  run    = function(self, seat)
    if roll("card") == 6 then rules.penalty.award(seat) end
  end,
}

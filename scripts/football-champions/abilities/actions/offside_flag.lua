-- Offside Flag: a pass into the forward line may end the attack.
return ability {
  action = "pass",
  when   = function(self, seat)
    local receiver = game.receiver
    local forward = receiver and rules.ball.holder() == receiver and rules.pitch.line(receiver) == rules.pitch.FORWARD
    return forward, "not_forward"
  end,
  run    = function(self, seat)
    if roll("card") < 4 then return end
    local keeper = rules.pitch.keeper(seat)
    say("offside", {player = game.receiver, keeper = keeper})
    rules.ball.give(keeper)
    game.whistle = true
  end,
}

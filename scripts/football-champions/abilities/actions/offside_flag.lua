-- Offside Flag: a pass into the forward line may end the attack.
return ability {
  action = "pass",
  when   = function(self, seat)
    local receiver = game.receiver
    return receiver and rules.ball.holder() == receiver and rules.pitch.line(receiver) == rules.pitch.FORWARD
  end,
  run    = function(self, seat)
    if roll("card") < 4 then return end
    local keeper = rules.pitch.keeper(seat)
    say("offside", {player = game.receiver, keeper = keeper})
    rules.ball.give(keeper)
    game.whistle = true
  end,
}

-- Launch Counter: the man who won the ball makes a normal move with it.
return ability {
  action = "won",
  target = {all = true, from = function() return rules.pitch.around(game.defender) end},
  run    = function(self, seat, around)
    local player = game.defender
    local zone = choose.one{seat = seat, prompt = "counter", about = {player = player}, from = around}
    rules.moves.go(player, zone, "counter")
  end,
}

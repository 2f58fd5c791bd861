-- Launch Counter: the man who won the ball makes a normal move with it.
return ability {
  action = "won",
  when   = function(self, seat) return #rules.pitch.around(game.defender) > 0 end,
  run    = function(self, seat)
    local player = game.defender
    local zone = choose.one{
      seat = seat, prompt = "counter", about = {player = player}, from = rules.pitch.around(player),
    }
    rules.moves.go(player, zone, "counter")
  end,
}

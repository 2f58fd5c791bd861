-- Launch Counter: the man who won the ball makes a normal move with it.
return ability {
  name   = {en = "Launch Counter", fr = "Contre lancé", ja = "ローンチカウンター"},
  action = "won",
  when   = function(self, seat) return #rules.pitch.steps(game.defender, rules.pitch.AROUND) > 0 end,
  run    = function(self, seat)
    local player = game.defender
    local zone = choose.one{
      seat = seat, prompt = "counter", about = {player = player}, from = rules.pitch.steps(player, rules.pitch.AROUND),
    }
    rules.moves.go(player, zone, "counter")
  end,
}

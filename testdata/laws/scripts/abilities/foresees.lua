return ability { name = {en = "Foresees"}, action = "act", limit = {times = 1, per = "game"},
  run = function(_, seat) seat.gold = seat.gold + 1 end }

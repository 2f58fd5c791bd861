return ability { name = {en = "Drills"}, action = "act", limit = {times = 1, per = "dusk"},
  run = function(_, seat) seat.gold = seat.gold + 1 end }

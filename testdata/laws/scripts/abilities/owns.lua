return ability { name = {en = "Owns"}, action = "act", limit = {times = 1, per = "dusk", by = "card"},
  run = function(_, seat) seat.gold = seat.gold + 1 end }

return ability { name = {en = "Honours"}, on = "falls", heard = "before", where = {self = {host = {is = "who"}}},
  run = function(self, ev) ev.seat.gold = ev.seat.gold + 7 end }

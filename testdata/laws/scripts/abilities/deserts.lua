return ability { name = {en = "Deserts"}, on = "joins", where = {who = {other = true}},
  run = function(self) self.seat.gold = self.seat.gold + 6 end }

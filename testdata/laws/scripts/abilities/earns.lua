return ability { name = {en = "Earns"}, on = "dusk", where = {seat = "friendly"},
  run = function(self) self.seat.gold = self.seat.gold + 2 end }

return ability { name = {en = "Halves"}, on = "dusk", where = {seat = "friendly"},
  run = function(self) self.seat.gold = self.seat.gold - math.floor(self.seat.gold / 2) end }

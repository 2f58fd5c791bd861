return ability { name = {en = "Beats"}, on = "drum", limit = {times = 1, per = "dusk"},
  run = function(self) self.seat.gold = self.seat.gold + 1 end }

return ability { name = {en = "Weeps"}, on = "falls",
  run = function(self) game.roll = game.roll * 10 + self.seat.number end }

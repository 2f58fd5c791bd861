return ability { name = {en = "Sings"}, on = "drum", run = function(self) self.seat.gold = self.seat.gold + 3 end }

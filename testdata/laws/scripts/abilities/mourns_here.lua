return ability { name = {en = "Mourns"}, on = "falls", where = {who = {zone = "cairn"}},
  run = function(self) self.seat.gold = self.seat.gold + 4 end }

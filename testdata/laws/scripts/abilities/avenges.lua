return ability { name = {en = "Avenges"}, on = "falls", heard = "before", where = {who = {is = "self"}},
  run = function(self, ev)
    ev.seat.gold = self.might * 10 + self.wounds
    game.roll = now(self).wounds
  end }

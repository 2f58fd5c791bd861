return ability { name = {en = "Digs"}, on = "drum",
  run = function(self) move(self, self.owner.cairn); self.owner.gold = self.owner.gold + 5 end }

return ability { name = {en = "Rises"}, on = "dusk", run = function(self) move(self, self.owner.field) end }

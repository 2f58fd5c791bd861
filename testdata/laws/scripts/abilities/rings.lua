return ability { name = {en = "Rings"}, on = "echo", where = {n = {max = 39}},
  run = function(self, ev) game.roll = game.roll + 1; raise("echo", {n = ev.n + 1}) end }

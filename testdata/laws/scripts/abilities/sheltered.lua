return ability { name = {en = "Sheltered"}, on = "levied", window = "replace", where = {seat = "friendly"},
  run = function(self, ev) ev.amount = 0 end }

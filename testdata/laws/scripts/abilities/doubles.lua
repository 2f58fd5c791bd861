return ability { name = {en = "Doubles"}, on = "levied", window = "replace",
  run = function(self, ev) ev.amount = 2 * ev.amount end }

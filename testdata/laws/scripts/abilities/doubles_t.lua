return ability { name = {en = "Doubles"}, on = "taxed", window = "replace",
  run = function(self, ev) ev.amount = 2 * ev.amount end }

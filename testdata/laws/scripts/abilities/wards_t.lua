return ability { name = {en = "Wards"}, on = "taxed", window = "replace",
  run = function(self, ev) ev.amount = math.max(0, ev.amount - 2) end }

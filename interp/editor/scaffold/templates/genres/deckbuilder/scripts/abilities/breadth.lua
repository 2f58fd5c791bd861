-- Breadth: at the end a point for every ten cards of its owner, wherever they and it lie.
return ability {
  name     = {en = "Breadth", fr = "Étendue", ja = "広がり"},
  modifies = "worth", set = true,
  of       = {is = "self"},
  active   = {},
  amount   = function(self) return self.owner and math.floor(count{owner = self.owner} / 10) or 0 end,
}

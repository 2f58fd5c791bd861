-- The bearer's attack grows by the item's edge.
return ability {
  name     = { en = "Edged", fr = "Tranchant", ja = "武器" },
  modifies = "attack",
  of       = { beside = true, zone = "members" },
  amount   = function(self) return self.edge end,
}

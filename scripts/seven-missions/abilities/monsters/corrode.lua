-- In battles on its land items add nothing to the attack.
return ability {
  name     = { en = "Corrode", fr = "Corrosion", ja = "腐食" },
  modifies = "edge",
  set      = 0,
  of       = { type = "item", zone = "gear" },
  where    = { self = { host = { front = "raging" } } },
}

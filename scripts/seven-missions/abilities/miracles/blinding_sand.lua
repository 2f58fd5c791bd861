-- In battles on the land the character rolls one die.
return ability {
  name     = { en = "Blinding Sand", fr = "Sable aveuglant", ja = "目くらまし" },
  modifies = "dice",
  at_most  = 1,
  of       = { zone = "hero" },
  where    = { self = { host = { front = "raging" } } },
}

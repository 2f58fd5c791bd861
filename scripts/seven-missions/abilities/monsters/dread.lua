-- In battles on its land each attacking companion adds one less, but not below nothing.
return ability {
  name     = { en = "Dread", fr = "Effroi", ja = "威圧" },
  modifies = "attack",
  of       = { zone = "play", role = "attacks" },
  where    = { self = { host = { front = "raging" } } },
  amount   = function(self, card) return -math.min(1, card:printed("attack")) end,
}

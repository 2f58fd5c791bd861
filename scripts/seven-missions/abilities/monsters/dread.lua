-- In battles on its land each attacking companion adds one less, but not below nothing.
local attackers = { zone = "play", role = "attacks" }
local here = { self = { host = { front = "raging" } } }

return
  ability {
    name     = { en = "Dread", fr = "Effroi", ja = "威圧" },
    modifies = "attack",
    add      = -1,
    of       = attackers,
    where    = here,
  },
  ability {
    modifies = "attack",
    at_least = 0,
    of       = attackers,
    where    = here,
  }

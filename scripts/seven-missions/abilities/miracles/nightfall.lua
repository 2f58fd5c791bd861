-- Monsters on the land have 3 hit points more, the undead 5 more.
return
  ability {
    name     = { en = "Nightfall", fr = "Nuit tombante", ja = "夜の帳" },
    modifies = "hp",
    add      = 3,
    of       = { type = "monster", zone = "ground", beside = true, undead = false },
  },
  ability {
    modifies = "hp",
    add      = 5,
    of       = { type = "monster", zone = "ground", beside = true, undead = true },
  }

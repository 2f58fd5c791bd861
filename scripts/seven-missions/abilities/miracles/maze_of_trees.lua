-- Monsters on the land have 3 hit points more; Wolf Packs are at home and have 5 more.
return
  ability {
    name     = { en = "Maze of Trees", fr = "Dédale d’arbres", ja = "迷いの森" },
    modifies = "hp",
    add      = 3,
    of       = { type = "monster", zone = "ground", beside = true, ["not"] = { id = "wolf_pack" } },
  },
  ability {
    modifies = "hp",
    add      = 5,
    of       = { id = "wolf_pack", zone = "ground", beside = true },
  }

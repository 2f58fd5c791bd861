-- The bearer is one better as a cleric.
return ability {
  name     = { en = "Cleric Lore", fr = "Savoir de clerc", ja = "クレリックの知識" },
  modifies = "cleric",
  add      = 1,
  of       = { beside = true, zone = "members" },
}

-- The bearer is one better as a mage.
return ability {
  name     = { en = "Mage Lore", fr = "Savoir de mage", ja = "メイジの知識" },
  modifies = "mage",
  add      = 1,
  of       = { beside = true, zone = "members" },
}

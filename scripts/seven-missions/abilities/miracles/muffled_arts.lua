-- In battles on the land no skill can be played.
return ability {
  name     = { en = "Muffled Arts", fr = "Arts étouffés", ja = "技封じ" },
  modifies = "barred",
  add      = 1,
  of       = { type = "skill", zone = "hand" },
  where    = { self = { host = { front = "raging" } } },
}

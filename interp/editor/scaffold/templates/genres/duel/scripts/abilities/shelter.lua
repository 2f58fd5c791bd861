-- Shelter: the creature that bears it is a guard, as if it had that printed.
return ability {
  name   = {en = "Shelter", fr = "Abri", ja = "守り"},
  grants = "guard",
  of     = {is = "host"},
}

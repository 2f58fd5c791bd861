-- Cheaper: while it is in play, cards of the supply cost one less.
return ability {
  name     = {en = "Cheaper", fr = "Rabais", ja = "値引き"},
  modifies = "cost", add = -1,
  of       = {zone = "supply"},
  active   = {zone = "played"},
}

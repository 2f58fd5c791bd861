-- Spotlight: your other performers have one more applause.
return ability {
  name     = {en = "Spotlight"},
  modifies = "applause", add = 1,
  of       = {friendly = true, other = true},
}

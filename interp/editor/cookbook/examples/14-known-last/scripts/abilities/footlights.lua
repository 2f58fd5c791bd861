-- Footlights: performers on the stage have one more applause.
return ability {
  name     = {en = "Footlights"},
  modifies = "applause", add = 1,
  of       = {zone = "stage", friendly = true, other = true},
}

-- Leaden Ball Approved: a carrier has 1 Star Power less.
return ability {
  modifies = "power", add = -1,
  of       = {holds = "ball", posture = "standing"},
}

-- Midges: opponents who stand at her matchup have 1 Star Power less.
return ability {
  name     = {en = "Midges", fr = "Moucherons", ja = "羽虫の群れ"},
  modifies = "power", add = -1,
  of       = {enemy = true, beside = true, posture = "standing"},
}

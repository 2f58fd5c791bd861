-- The wing icons: faster on one wing.
return ability {
  name     = {en = "Wing", fr = "Aile", ja = "ウイング"},
  modifies = "pace",
  of       = {is = "self"},
  params   = {side = {type = "word"}},
  amount   = function(self, card, params) return rules.pitch.wing(self) == params.side and 1 or 0 end,
}

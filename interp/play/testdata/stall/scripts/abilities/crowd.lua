-- Crowd: a drum draws people, as many as there are wares on its stall.
return ability {
  name     = {en = "Crowd"},
  active   = {zone = "stall"},
  modifies = "price",
  of       = {zone = "stall", friendly = true},
  amount   = function(self) return count{zone = "stall", friendly = true} end,
}

local function points(self) self.seat.points = self.seat.points + 1 end

return ability {
  name  = {en = "Bow"},
  on    = "performer.enters", window = "replace",
  where = {performer = {is = "self"}},
  run   = function(_, ev) ev.cancelled = true end,
}, ability {
  name  = {en = "Bow"},
  on    = "performer.enters",
  where = {performer = {is = "self"}},
  run   = function(self) points(self) end,
}

-- The stamina icon: stronger after half-time.
local function fresh(self)
  return game.period == "first_half" and 0 or 1
end

return ability {
  name     = {en = "Stamina", fr = "Endurance", ja = "スタミナ"},
  modifies = "pace",
  of       = {is = "self"},
  amount   = fresh,
}, ability {
  modifies = "tackle",
  of       = {is = "self"},
  amount   = fresh,
}

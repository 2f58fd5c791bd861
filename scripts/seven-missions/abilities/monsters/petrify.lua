-- F18, A2: after the battle, whether it fell or not, participants that used their attack value are excluded.
local function victims(seat)
  if game.options.petrified == "participants" then return rules.battle.participants(seat) end
  return cards{ zone = "members", seat = seat, role = "attacks" }
end

return ability {
  name  = { en = "Petrify", fr = "Pétrification", ja = "石化" },
  on    = "battle.resolved",
  heard = "before",
  run   = function(self, ev)
    for _, member in ipairs(victims(ev.seat)) do rules.fate.banish(member, self) end
  end,
}

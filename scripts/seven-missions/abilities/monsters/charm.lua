-- In battles on its land the strongest attacking companion adds nothing.
local function strongest(seat)
  local best
  for _, member in ipairs(cards{ zone = seat.play, role = "attacks" }) do
    if not best or member.attack > best.attack then best = member end
  end
  return best
end

return
  ability {
    name = { en = "Charm", fr = "Charme", ja = "魅了" },
    on   = "battle.declared",
    run  = function(self, ev)
      local member = strongest(ev.seat)
      if member then member.charmed = true end
    end,
  },
  ability {
    modifies = "attack",
    at_most  = 0,
    of       = { zone = "play", charmed = true },
  }

-- Combat: opening, closing and the loss of lands (digest 6.1 and 6.3).
local combat = {}

-- SM-CBT-3: the levels of own lands with monsters that saw no battle this turn.
local function fronts(seat)
  local out = {}
  for level, card in ipairs(seat.lands:cards()) do
    if card.front == "quiet" and any{ type = "monster", zone = card.ground } then out[#out + 1] = level end
  end
  return out
end

-- Whether a battle can be declared: a land, and somebody upright to fight.
function combat.possible(seat)
  return rules.land.threatened(seat) and #rules.battle.free(seat) > 0 and #fronts(seat) > 0
end

-- SM-CBT-1: a battle opens combat.
function combat.fight(seat)
  local level = choose.one{ seat = seat, prompt = "front", from = fronts(seat) }
  seat.combat = "open"
  rules.battle.begin(seat, level)
end

-- SM-CBT-LOSS 1: one land is lost for each that still holds monsters.
function combat.close(seat)
  seat.combat = "closed"
  local losses = count{ zone = seat.lands, holds = "monster" }
  raise("combat.closed", { seat = seat, losses = losses }, function(ev) rules.land.lose(seat, ev.losses) end)
end

return combat

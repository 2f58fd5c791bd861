-- Lands: an ordered row, a land's place in it is its level (A1).
local land = {}

-- The level of a seat is the number of its lands.
function land.level(seat)
  return seat.lands.count
end

-- The land of that level.
function land.at(seat, level)
  return seat.lands:cards()[level]
end

-- The level of a land.
function land.level_of(card)
  for level, other in ipairs(card.zone:cards()) do
    if other == card then return level end
  end
end

-- Whether any monster is on the seat's lands.
function land.threatened(seat)
  return any{ zone = seat.lands, holds = "monster" }
end

-- Whether monsters that others played are on the seat's lands.
function land.invaded(seat)
  return any{ zone = seat.lands, holds = { type = "monster", ["not"] = { owner = seat } } }
end

-- The monsters on a land (the face-down card itself may be a monster too).
function land.monsters(card)
  return cards{ type = "monster", zone = card.ground }
end

-- SM-CBT-MISSION: a land without monsters left becomes a mission; its miracle is excluded (A12).
function land.clear(card, seat)
  raise("land.cleared", { seat = seat, land = card, level = land.level_of(card) }, function()
    for _, miracle in ipairs(cards{ type = "miracle", zone = card.ground }) do rules.fate.exclude(miracle) end
    local marker = first{ zone = game.supply_missions }
    if marker then move(marker, card.ground) end
  end)
end

-- The lands that can be removed: those without a mission, in order.
function land.removable(seat)
  return cards{ zone = seat.lands, holds_no = "mission" }
end

-- SM-CBT-LOSS 3: monsters go back, the miracle and the land are excluded, all see its face (A11).
function land.remove(card)
  local seat = card.zone.owner
  raise("land.lost", { seat = seat, land = card, level = land.level_of(card) }, function()
    for _, monster in ipairs(land.monsters(card)) do rules.fate.retreat(monster) end
    for _, miracle in ipairs(cards{ type = "miracle", zone = card.ground }) do rules.fate.exclude(miracle) end
    reveal(card)
    rules.fate.exclude(card)
  end)
end

-- SM-CBT-LOSS 2: n times the highest land without a mission.
function land.lose(seat, n)
  for _ = 1, n do
    local free = land.removable(seat)
    if #free == 0 then return end
    land.remove(free[#free])
  end
end

-- Whether another seat has a land that can be destroyed.
function land.breakable(seat)
  for _, other in ipairs(seat.opponents) do
    if any{ zone = other.lands, holds_no = "mission" } then return true end
  end
  return false
end

-- Every land that the seat can destroy, as a seat and a level.
local function breakable_lands(seat)
  local o = options()
  for _, other in ipairs(seat.opponents) do
    local levels = {}
    for _, card in ipairs(land.removable(other)) do levels[#levels + 1] = land.level_of(card) end
    if #levels > 0 then o:product({ other }, levels) end
  end
  return o
end

-- F22: the seat destroys a land of another, as if it were lost in combat.
function land.shatter(seat)
  local other, level = choose.one{ seat = seat, prompt = "shatter", from = breakable_lands(seat) }
  if other then land.remove(land.at(other, level)) end
end

return land

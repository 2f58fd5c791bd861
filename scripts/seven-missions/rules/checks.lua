-- What must hold between any two steps, whatever was played.
local checks = {}

-- A land holds one miracle and one mission at most, a mission alone, several monsters only of one joint name.
local function sound(land)
  local n = { monster = 0, miracle = 0, mission = 0 }
  local name
  for _, thing in ipairs(land.ground:cards()) do
    n[thing.type] = n[thing.type] + 1
    if thing.type == "monster" then
      if name and (thing.id ~= name or not thing.joint) then return false end
      name = thing.id
    end
  end
  return n.miracle <= 1 and n.mission <= 1 and (n.mission == 0 or n.monster + n.miracle == 0)
end

-- SM-ACT-PLACE: what lies on each land is allowed there.
function checks.lands()
  for _, land in ipairs(cards{ zone = "lands" }) do
    if not sound(land) then return false, "a land holds what must not lie together" end
  end
  return true
end

-- A7: nobody is above the goal level; a grown character stays grown.
function checks.levels()
  for _, seat in ipairs(game.seats) do
    local level = rules.land.level(seat)
    if level > rules.variant.goal() then return false, "a level is beyond the goal" end
    if level >= 5 and not seat.upgraded then return false, "a character of level 5 has not grown" end
  end
  return true
end

-- ANY-EQUIP: items lie on members, or with the cards of somebody, never on a card that is not in play.
function checks.gear()
  for _, item in ipairs(cards{ zone = "gear" }) do
    if not any{ zone = "members", holds = { type = "item", id = item.id } } then
      return false, "an item lies on a card that is not in play"
    end
  end
  return true
end

-- BUY-BAZAAR: no row is longer than its size; a short one has an empty pile (the solo row of skills aside).
function checks.bazaar()
  if rules.variant.solo() then return true end
  for _, row in ipairs{ game.row_companions, game.row_monsters, game.row_magic } do
    if row.count > rules.market.size(row) then return false, "a row of the bazaar is too long" end
  end
  return true
end

return checks

-- What depends on the number of players stands on the sheets, as data.
local variant = {}

-- The sheet of this number of players.
function variant.sheet()
  return assert(first{ zone = "sheets", seats = #game.seats }, "no sheet for so many players")
end

-- SM-SOLO: one seat plays the solo scenario.
function variant.solo()
  return #game.seats == 1
end

-- The level that the game is about: 7, or 6 with three players.
function variant.goal()
  return variant.sheet().goal
end

-- The seats in turn order.
function variant.order()
  return seats_from(game.first or game.seats[1])
end

return variant

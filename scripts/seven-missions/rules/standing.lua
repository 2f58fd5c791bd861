-- What a position is worth to a seat, for greedy players; not a rule.
local standing = {}

-- Lands count most, more still with a mission; monsters on them weigh against.
local function journey(seat)
  local missions = count{ zone = seat.lands, holds = "mission" }
  local threatened = count{ zone = seat.lands, holds = "monster" }
  return 40 * rules.land.level(seat) + 20 * missions - 30 * threatened
end

-- Money to spend and the worth of the own cards.
local function wealth(seat)
  local worth = 0
  for _, zone in ipairs(rules.deck.zones(seat)) do worth = worth + sum("cost", { zone = zone }) end
  return seat.coins + 2 * worth
end

-- The own journey and wealth against the best of the others.
function standing.value(seat)
  local rival = 0
  for _, other in ipairs(seat.opponents) do rival = math.max(rival, journey(other)) end
  return journey(seat) + wealth(seat) - rival
end

return standing

-- Substitutions, which only a corner allows.
local substitution = {}

-- FC-CORNER-0: three in a match.
local MOST = 3
-- FC-DECK-2: at most six of one position.
local SIX = 6

local function playing(seat, position)
  return count{zone = "pitch", type = "player", seat = seat, position = position}
end

-- A10: the eleven must still be a legal one, and only a keeper replaces a keeper.
local function legal(seat, reserve, starter)
  local keeps = starter.zone.name == "goal"
  if keeps or reserve.position == "goalkeeper" then return keeps and reserve.position == "goalkeeper" end
  if reserve.position == starter.position then return true end
  if starter.position == "midfielder" and playing(seat, "midfielder") < 2 then return false end
  return playing(seat, reserve.position) < SIX
end

local function choices(seat)
  local list = options()
  local starters = cards{zone = "pitch", type = "player", seat = seat}
  for _, reserve in ipairs(cards{zone = seat.bench, type = "player"}) do
    for _, starter in ipairs(starters) do
      if legal(seat, reserve, starter) then list:product({reserve}, {starter}) end
    end
  end
  return list
end

-- A10: the newcomer takes over section and line-up place; nobody returns.
local function replace(seat, reserve, starter)
  local zone = starter.zone
  seat.subs = seat.subs + 1
  raise("substitution.made", {off = starter, onto = reserve, seat = seat}, function()
    reserve.slot = starter.slot
    move(starter, seat.out)
    move(reserve, zone)
  end)
end

-- FC-CORNER-0: a side may replace players, three in the whole match.
function substitution.offer(seat)
  while seat.subs < MOST do
    local reserve, starter = choose.one{seat = seat, prompt = "substitute", from = choices(seat), optional = true}
    if not reserve then return end
    replace(seat, reserve, starter)
  end
end

return substitution

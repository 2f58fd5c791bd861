-- Winning the Game.
local ending = {}

-- The managers still in the running who have most of an attribute.
local function most(seats, attribute)
  local best = {}
  for _, seat in ipairs(seats) do
    if not best[1] or seat[attribute] > best[1][attribute] then
      best = {seat}
    elseif seat[attribute] == best[1][attribute] then
      best[#best + 1] = seat
    end
  end
  return best
end

local function running()
  local list = {}
  for _, seat in ipairs(game.seats) do
    if not seat.suspended then list[#list + 1] = seat end
  end
  return list
end

-- Manager of the Year: most fans, then most improvements; the still tied are suspended and the rest compared, down to
-- nobody.
function ending.winner()
  local leaders = most(most(running(), "fans"), "improvements")
  while #leaders > 1 do
    for _, seat in ipairs(leaders) do
      raise("manager.suspended", {seat = seat}, function()
        seat.suspended = true
        seat.fans = 0
      end)
    end
    leaders = most(most(running(), "fans"), "improvements")
  end
  finish(leaders)
end

return ending

-- What must always hold.
local checks = {}

-- Thirty tokens in all: in the pool, set aside, or on players at matchups.
function checks.tokens()
  local all = game.pool.count + game.spent.count + count{zone = "tokens", host = {zone = "pitch"}}
  if all ~= 30 then return false, "there are " .. all .. " tokens" end
  return true
end

-- At most one ball at a matchup; in the Matchup phase one at each.
function checks.balls()
  local seen, out = {}, cards{zone = {"midfield", "carries"}}
  for _, ball in ipairs(out) do
    if seen[ball.place] then return false, "two balls at a matchup" end
    seen[ball.place] = true
  end
  if game.phase == "matchup" and #out ~= #rules.pitch.matchups() then return false, "a matchup without a ball" end
  return true
end

-- A team zone holds the players of one manager, and at a matchup he has no other.
function checks.teams()
  local manager, zone_at = {}, {}
  for _, seat in ipairs(game.seats) do zone_at[seat] = {} end
  for _, player in ipairs(cards{zone = "pitch"}) do
    local seat, zone, place = player.seat, player.zone, player.host
    if (manager[zone] or seat) ~= seat then return false, "two managers in a team zone" end
    if (zone_at[seat][place] or zone) ~= zone then return false, "a manager on both sides" end
    manager[zone], zone_at[seat][place] = seat, zone
  end
  return true
end

return checks

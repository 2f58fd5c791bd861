-- What must always hold.
local checks = {}

-- Thirty tokens in all: in the pool, set aside, or on players at matchups.
function checks.tokens()
  local all = count{type = "token", zone = {"pool", "spent"}} + count{zone = "tokens", host = {zone = "pitch"}}
  if all ~= 30 then return false, "there are " .. all .. " tokens" end
  return true
end

-- At most one ball at a matchup, and none elsewhere but in the supply.
function checks.balls()
  local out = 0
  for _, matchup in ipairs(rules.pitch.matchups()) do
    local here = matchup.midfield.count + count{zone = "pitch", at = matchup, holds = "ball"}
    if here > 1 then return false, "two balls at a matchup" end
    out = out + here
  end
  if game.balls.count + out ~= 6 then return false, "a ball is astray" end
  return true
end

-- A team zone holds the players of one manager, and he has no other at that highlight.
function checks.teams()
  for _, matchup in ipairs(game.reel:cards()) do
    local left, right = matchup.left, matchup.right
    for _, seat in ipairs(game.seats) do
      local a, b = count{zone = left, seat = seat}, count{zone = right, seat = seat}
      if a > 0 and (b > 0 or a < left.count) or b > 0 and b < right.count then return false, "team zones are mixed up" end
    end
  end
  return true
end

-- In the Matchup phase every matchup has its ball.
function checks.kickoff()
  if game.phase ~= "matchup" then return true end
  for _, matchup in ipairs(rules.pitch.matchups()) do
    if matchup.midfield.empty and not rules.ball.carrier(matchup) then return false, "a matchup without a ball" end
  end
  return true
end

return checks

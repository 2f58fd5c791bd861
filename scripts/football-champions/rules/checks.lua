-- What must always hold between two steps.
local checks = {}

-- One ball, on a player of the pitch, a section or the spot.
function checks.ball()
  local ball = rules.ball.card()
  local holder = ball.host
  if holder and holder.zone.name ~= "section" and holder.zone.name ~= "goal" then
    return false, "the ball lies on a player who is not on the pitch"
  end
  return true
end

-- FC-PITCH-3: two players a side in a section at most.
function checks.sections()
  for row = 1, 3 do
    for column = 1, 3 do
      local zone = board("section", row, column, game.seats[1])
      for _, seat in ipairs(game.seats) do
        local men = count{zone = zone, type = "player", seat = seat}
        if men > 2 then return false, "a section holds three players of a side" end
      end
    end
  end
  return true
end

-- FC-PITCH-4: from the kick-off on somebody stands in each goal.
function checks.goals()
  if not game.attack or game.phase == "kickoff" then return true end
  for _, seat in ipairs(game.seats) do
    if seat.goal.count ~= 1 then return false, "a goal is empty" end
  end
  return true
end

local ACTION_ZONES = {"deck", "hand", "played", "discard", "side", "aside"}

-- FC-DECK-0, FC-DECK-8: no action card is lost or gained.
function checks.cards()
  for _, seat in ipairs(game.seats) do
    local total = count{zone = ACTION_ZONES, type = "action", owner = seat}
    if total ~= 0 and total ~= 25 and total ~= 31 then return false, "a side has lost or gained action cards" end
  end
  return true
end

return checks

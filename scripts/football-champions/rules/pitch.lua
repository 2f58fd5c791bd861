-- The pitch: lines, wings and directions as a side sees them. The board itself
-- (neighbours, mirrored orientation, two cards a side) is the engine's.
local pitch = {}

-- FC-PITCH-1: line 1 is a side's own defence, 3 its own forward line.
pitch.DEFENCE, pitch.MIDFIELD, pitch.FORWARD = 1, 2, 3

local LEFT, RIGHT = 1, 3
local WINGS = {"left_wing", "centre", "right_wing"}
local COLUMNS = {left_wing = 1, centre = 2, right_wing = 3}

-- FC-PITCH-2: the ways forward; the other five go sideways or back.
pitch.AHEAD = {"NW", "N", "NE"}
pitch.AROUND = {"NW", "N", "NE", "W", "E", "SW", "S", "SE"}
local FORWARD_WAYS = {NW = true, N = true, NE = true}
local SIDEWAYS = {W = true, E = true}

-- FC-PITCH-1: the section on a line and a wing, as a side sees them.
function pitch.section(line, wing, seat)
  return board("section", line, COLUMNS[wing], seat)
end

-- FC-PITCH-1: the line a player stands on, seen by a side; 0 is a goal.
function pitch.line(player, seat)
  if player.zone.name ~= "section" then return 0 end
  return player.zone:row(seat or player.seat)
end

-- FC-PITCH-1: the wing a player stands on, seen by his own side.
function pitch.wing(player)
  if player.zone.name ~= "section" then return "centre" end
  return WINGS[player.zone:column(player.seat)]
end

-- FC-PITCH-3: the players of a side in a section.
function pitch.men(zone, seat)
  return cards{zone = zone, type = "player", seat = seat}
end

-- The players of a side on one of its lines, from its left to its right.
function pitch.on_line(line, seat)
  local found = {}
  for column = LEFT, RIGHT do
    for _, player in ipairs(pitch.men(board("section", line, column, seat), seat)) do
      found[#found + 1] = player
    end
  end
  return found
end

-- FC-MOVE-4: the sections a player may enter in one normal move.
function pitch.around(player)
  local found, seat = {}, player.seat
  for _, zone in ipairs(player.zone:neighbours()) do
    if zone:room(seat) > 0 then found[#found + 1] = zone end
  end
  return found
end

-- FC-MOVE-1, FC-MOVE-4: the sections he may enter along some arrows.
function pitch.along(player, arrows)
  local found, seat = {}, player.seat
  for _, direction in ipairs(arrows) do
    local zone = player.zone:step(direction, seat)
    if zone and zone:room(seat) > 0 then found[#found + 1] = zone end
  end
  return found
end

-- FC-PITCH-2: whether a direction leads towards the opponent's goal.
function pitch.ahead(direction)
  return FORWARD_WAYS[direction] == true
end

-- FC-PITCH-2: whether a direction leads neither forward nor back.
function pitch.sideways(direction)
  return SIDEWAYS[direction] == true
end

-- FC-PASS-1: the direction of a pass. A keeper's ball goes forward, to the side
-- on which the receiver stands.
function pitch.direction(from, to)
  if from.zone.name ~= "section" then return pitch.AHEAD[to.zone:column(to.seat)] end
  for _, direction in ipairs(pitch.AROUND) do
    if from.zone:step(direction, from.seat) == to.zone then return direction end
  end
end

-- FC-PITCH-4: the keeper is whoever stands in a side's goal.
function pitch.keeper(seat)
  return assert(first{zone = seat.goal}, "nobody keeps the goal")
end

return pitch

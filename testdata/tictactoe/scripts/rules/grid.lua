-- Three of a kind in a line win; a full grid without one is a draw.
local grid = {}

local LINES = {
  {1, 2, 3}, {4, 5, 6}, {7, 8, 9},
  {1, 4, 7}, {2, 5, 8}, {3, 6, 9},
  {1, 5, 9}, {3, 5, 7},
}

-- Places 1 to 9, row by row, the same for both seats.
local function place(n)
  local column = (n - 1) % 3 + 1
  return board("grid", (n - column) / 3 + 1, column, game.seats[1])
end

local function lined(mark)
  for _, line in ipairs(LINES) do
    local n = 0
    for _, at in ipairs(line) do
      if any{zone = place(at), id = mark} then n = n + 1 end
    end
    if n == 3 then return true end
  end
  return false
end

function grid.mark(seat)
  local mark, free = seat.number == 1 and "cross" or "nought", {}
  local one = cards{zone = "box", id = mark}[1]
  for n = 1, 9 do
    if place(n).empty then free[#free + 1] = place(n) end
  end
  move(one, choose.one{seat = seat, prompt = "place", from = free})
  if lined(mark) then finish(seat) end
  if #free == 1 then finish{draw = game.seats} end
end

return grid

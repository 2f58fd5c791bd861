-- Dice that are compared between seats.
local dice = {}

-- The sum of n dice.
function dice.sum(n)
  local total = 0
  for _, face in ipairs(roll("d6", n)) do total = total + face end
  return total
end

-- The seats with the highest sum of n dice.
local function best(seats, n)
  local top, tied = 0, {}
  for _, seat in ipairs(seats) do
    local total = dice.sum(n)
    say("rolls", { seat = seat, total = total })
    if total > top then top, tied = total, {} end
    if total == top then tied[#tied + 1] = seat end
  end
  return tied
end

-- SM-SET-1, JUDGE: the seat that rolls highest; those who tie roll again.
function dice.highest(seats, n)
  while #seats > 1 do seats = best(seats, n) end
  return seats[1]
end

return dice

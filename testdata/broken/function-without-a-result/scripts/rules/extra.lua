local extra = {}

-- The star of a seat, if it has one on stage.
local function star(seat)
  for _, card in ipairs(seat.stage:cards()) do
    if card.applause > 1 then return card end
  end
end

-- The star is glad; his seat has a point more.
function extra.bow()
  for _, seat in ipairs(game.seats) do
    if star(seat) then seat.points = seat.points + 1 end
    local best = star(seat)
    if best.mood == "sad" then seat.points = seat.points - 1 end
  end
  for _, seat in ipairs(game.seats) do
    star(seat).mood = "glad"
  end
end

return extra

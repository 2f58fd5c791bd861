local extra = {}

-- Each seat has its last performer as its star, who is glad.
function extra.bow()
  for _, seat in ipairs(game.seats) do
    seat.star = nil
    for _, card in ipairs(seat.stage:cards()) do seat.star = card end
  end
  for _, seat in ipairs(game.seats) do seat.star.mood = "glad" end
end

return extra

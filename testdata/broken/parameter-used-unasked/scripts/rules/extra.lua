local extra = {}

-- A performer is cheered, by a seat or by nobody.
local function cheer(card, by)
  if by then by.points = by.points + 1 end
  card.mood = "glad"
  move(card, by.stage)
end

function extra.bow()
  for i, card in ipairs(cards{zone = "hand"}) do
    if i % 2 == 0 then cheer(card, game.seats[1]) else cheer(card) end
  end
end

return extra

local extra = {}

-- Who is glad by trade takes a bow; nobody is.
function extra.bow()
  for _, card in ipairs(cards{zone = "stage", act = "glad"}) do card.mood = "glad" end
end

return extra

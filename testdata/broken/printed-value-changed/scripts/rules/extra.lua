local extra = {}

function extra.bow()
  for _, card in ipairs(cards{zone = "stage"}) do card.applause = 0 end
end

return extra

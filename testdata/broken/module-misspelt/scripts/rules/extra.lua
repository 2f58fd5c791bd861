local extra = {}

function extra.bow()
  rules.shwo.judge()
end

return extra

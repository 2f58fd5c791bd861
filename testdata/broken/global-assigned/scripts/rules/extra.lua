local extra = {}

function extra.bow()
  bows = 1
end

return extra

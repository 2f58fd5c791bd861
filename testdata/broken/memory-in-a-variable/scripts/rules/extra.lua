local extra = {}

local bows = 0

function extra.bow()
  bows = bows + 1
  if bows > 1 then finish({}) end
end

return extra

local extra = {}

function extra.bow()
  for _, poster in ipairs(cards{type = "poster"}) do raise("poster.torn", {poster = poster}) end
end

return extra

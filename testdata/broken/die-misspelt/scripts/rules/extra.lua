local extra = {}

function extra.bow()
  if roll("coyn") == "heads" then finish({}) end
end

return extra

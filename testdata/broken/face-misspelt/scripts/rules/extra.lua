local extra = {}

function extra.bow()
  if roll("coin") == "haeds" then finish({}) end
end

return extra

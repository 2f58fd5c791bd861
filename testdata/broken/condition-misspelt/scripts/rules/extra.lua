local extra = {}

function extra.bow()
  if any{zonne = "stage"} then finish({}) end
end

return extra

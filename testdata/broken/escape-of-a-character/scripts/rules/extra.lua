local extra = {}

function extra.bow()
  error("\u{2603}")
end

return extra

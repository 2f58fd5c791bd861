local extra = {}

function extra.bow()
  finish({})
end

function extra.wave()
  finish({})
end

return extra

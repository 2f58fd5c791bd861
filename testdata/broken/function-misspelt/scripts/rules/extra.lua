local extra = {}

function extra.bow()
  rules.show.jugde()
end

return extra

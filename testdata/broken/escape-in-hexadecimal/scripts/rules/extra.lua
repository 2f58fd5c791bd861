local extra = {}

function extra.bow()
  error("\x41 bow")
end

return extra

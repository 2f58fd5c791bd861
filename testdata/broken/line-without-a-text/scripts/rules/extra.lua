local extra = {}

function extra.bow()
  say("bows")
end

return extra

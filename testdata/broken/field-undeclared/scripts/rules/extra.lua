local extra = {}

function extra.bow()
  game.last_bow = 0
end

return extra

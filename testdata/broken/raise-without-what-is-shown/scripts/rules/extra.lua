local extra = {}

-- Everybody comes on stage once more.
function extra.bow()
  for _, seat in ipairs(game.seats) do
    for _, card in ipairs(seat.hand:cards()) do raise("performer.enters", {performer = card, applause = 1}) end
  end
end

return extra

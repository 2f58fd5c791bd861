local extra = {}

-- All leave the stage; the first of them goes by himself.
function extra.bow()
  local by
  for _, card in ipairs(cards{zone = "stage"}) do
    raise("performer.leaves", {performer = card, by = by}, function() move(card, card.owner.hand) end)
    by = card
  end
  raise("performer.leaves", {performer = game.seats[1].hand.top})
end

return extra

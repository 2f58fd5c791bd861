local shouting = {}

-- A card of the hand is announced; what it does happens unless a response cancels it.
function shouting.shout(card, happens)
  move(card, card.seat.deck, "bottom")
  raise("shout", {shouter = card, seat = card.seat}, happens)
end

return shouting

-- Discard a card of the hand, or the top card of the deck; if it is a trick, you may play it.
return ability {play = function(self)
  local seat = self.seat
  local from = choose.one{prompt = "place", from = {"hand", "deck"}}
  local card = seat.deck.top
  if from == "hand" then card = choose.one{prompt = "discarded", from = seat.hand:cards()} end
  if not card then return end
  move(card, seat.discard)
  if card.type == "trick" and choose.yes{prompt = "play_it"} then rules.cards.play(seat, card) end
end}

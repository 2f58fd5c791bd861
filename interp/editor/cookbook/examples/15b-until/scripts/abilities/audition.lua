-- Audition: reveal cards until one has 3 applause or more, take it, and put the others under the deck.
return ability {
  name  = {en = "Audition"},
  on    = "performer.enters",
  where = {performer = {is = "self"}},
  run   = function(self)
    local deck = self.seat.deck
    for _, card in ipairs(deck:cards()) do
      reveal(card)
      if card.applause >= 3 then
        move(card, self.seat.hand)
        break
      end
      move(card, deck, "bottom")
    end
  end,
}

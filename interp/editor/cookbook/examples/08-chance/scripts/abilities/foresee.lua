-- Foresee: look at the top card of your deck; in a cold house, shuffle the deck then.
return ability {
  name  = {en = "Foresee"},
  on    = "performer.enters",
  where = {performer = {is = "self"}},
  run   = function(self)
    local deck = self.seat.deck
    if deck.empty then return end
    reveal(deck.top, self.seat)
    if roll("mood", 1, self.seat)[1] == "cold" then
      conceal(deck:cards())
      shuffle(deck)
    end
  end,
}

-- Vanish: the performer goes back into the hand, and the top card of the deck with it.
return ability {
  name   = {en = "Vanish"},
  action = "trick",
  where  = {self = {zone = "stage"}},
  when   = function(self) return not self.seat.deck.empty, "empty_deck" end,
  run    = function(self, seat)
    move({self, seat.deck.top}, seat.hand)
  end,
}

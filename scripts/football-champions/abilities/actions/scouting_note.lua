-- Scouting Note: read the other hand, then draw a card.
return ability {
  action = "any",
  run    = function(self, seat)
    rules.hand.peek(seat)
    rules.hand.draw(seat, 1)
  end,
}

-- A card of the own discard pile comes into the hand.
return ability {
  target = {zone = "discard", friendly = true},
  run    = function(self, _, target) move(target, self.seat.hand) end,
}

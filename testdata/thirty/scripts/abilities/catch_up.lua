-- With fewer keys than the other side draw a card, and gain 1.
return ability {play = function(self)
  if self.seat.keys >= self.seat.next.keys then return end
  rules.cards.draw(self.seat, 1)
  self.seat.coins = self.seat.coins + 1
end}

-- With fewer coins than the other side gain 2, else draw 2 cards.
return ability {play = function(self)
  if self.seat.coins < self.seat.next.coins then
    self.seat.coins = self.seat.coins + 2
  else
    rules.cards.draw(self.seat, 2)
  end
end}

-- If the other side has stolen in its last turn, steal 2.
return ability {play = function(self)
  if self.seat.next.stole > 0 then rules.cards.steal(self.seat, 2) end
end}

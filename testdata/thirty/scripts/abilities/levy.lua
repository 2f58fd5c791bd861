-- If the other side has 7 coins or more, it loses 2.
return ability {play = function(self)
  local other = self.seat.next
  if other.coins >= 7 then other.coins = other.coins - 2 end
end}

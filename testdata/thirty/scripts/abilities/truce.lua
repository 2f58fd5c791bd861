-- The other side may not fight in its next turn.
return ability {play = function(self) lasting{ability = "peaceful", on = self, seat = self.seat.next} end}

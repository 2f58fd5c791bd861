-- Reaping with it gains a coin more.
return ability {reap = function(self) self.seat.coins = self.seat.coins + 1 end}

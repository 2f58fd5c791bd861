-- Playing it and reaping with it gains a coin.
local function gain(self) self.seat.coins = self.seat.coins + 1 end
return ability {play = gain, reap = gain}

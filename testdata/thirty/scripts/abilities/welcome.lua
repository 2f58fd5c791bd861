-- One card of any family may be played this turn.
local function open(self) lasting{ability = "patron", on = self, until_ = "turn.ends"} end
return ability {fight = open, reap = open}

-- It comes stunned.
return ability {play = function(self) self.stunned = true end}

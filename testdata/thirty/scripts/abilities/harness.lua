-- Its bearer may always be used, and is stunned when this comes.
return ability {grants = "free", of = {is = "host"}}, ability {play = function(self) self.host.stunned = true end}

-- Until its side has reaped with a creature of the wood, its creatures are stronger by 3.
return ability {play = function(self) lasting{ability = "hurry", on = self} end}

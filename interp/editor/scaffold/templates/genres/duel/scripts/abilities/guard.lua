-- Guard: the creatures beside it cannot be attacked.
return ability {name = {en = "Guard", fr = "Garde", ja = "護衛"}}

-- Swift: it is ready in the turn in which it comes.
return ability {name = {en = "Swift", fr = "Vive", ja = "迅速"}}

-- What is stout on its side is stronger by 2.
return ability {modifies = "power", add = 2, of = {zone = "line", friendly = true, with = "stout"}}

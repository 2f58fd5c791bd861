-- The creatures of its side are of the kin of tide and stone too.
return ability {modifies = "kin", add = {"tide", "stone"}, of = {zone = "line", friendly = true}}

-- No creature of its side is of the kin of tide.
return ability {modifies = "kin", remove = "tide", of = {zone = "line", friendly = true}}

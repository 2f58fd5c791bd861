-- Stand Firm: as carrier he cannot be chosen as a target (rules/tackle.lua asks for it).
return ability {
  name = {en = "Stand Firm", fr = "Stabilité", ja = "堅固"},
}

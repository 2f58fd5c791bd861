-- Venom: whoever it damages is destroyed.
return ability {name = {en = "Venom", fr = "Venin", ja = "毒"}}

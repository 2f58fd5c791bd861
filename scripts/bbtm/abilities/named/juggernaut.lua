-- Juggernaut: Guard does not work against his tackles (guard.lua asks for it).
return ability {
  name = {en = "Juggernaut", fr = "Juggernaut", ja = "突進"},
}

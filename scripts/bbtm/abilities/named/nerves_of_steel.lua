-- Nerves of Steel: +1 Star Power while he carries the ball.
return ability {
  name     = {en = "Nerves of Steel", fr = "Nerfs d’Acier", ja = "鉄の神経"},
  modifies = "power", add = 1,
  of       = {is = "self"},
  where    = {self = {holds = "ball"}},
}

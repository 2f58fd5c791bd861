-- Pollen: the harvest of the other bed of its seat brings a coin more, however many stand there.
return ability {
  name  = {en = "Pollen", fr = "Pollen", ja = "花粉"},
  on    = "bed.harvested", window = "before",
  where = {plant = {friendly = true, ["not"] = {id = "bee"}}},
  when  = function(self) return self.zone:cards()[1] == self end,
  run   = function(_, ev) ev.coins = ev.coins + 1 end,
}

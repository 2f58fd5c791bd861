-- Cry: a point for each mask that another seat keeps.
return ability {
  name  = {en = "Cry", fr = "Criée", ja = "呼び込み"},
  on    = "ware.kept",
  where = {ware = {enemy = true, kind = "most"}},
  run   = function(self) self.seat.points = self.seat.points + 1 end,
}

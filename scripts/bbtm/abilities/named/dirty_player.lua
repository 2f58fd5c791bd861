-- Dirty Player: each opponent he injures is worth 1 fan.
return ability {
  name  = {en = "Dirty Player", fr = "Joueur Vicieux", ja = "悪党"},
  on    = "player.injured",
  where = {by = {is = "self"}, player = {enemy = true}},
  run   = function(self) self.seat.fans = self.seat.fans + 1 end,
}

-- After he has injured an opponent: fans.
return ability {
  on     = "player.injured",
  where  = {by = {is = "self"}, player = {enemy = true}},
  params = {fans = {type = "number", default = 1}},
  run    = function(self, ev, params) self.seat.fans = self.seat.fans + params.fans end,
}

-- Scoreboard: as ball carrier he is worth fans.
return ability {
  on     = "matchup.scored",
  where  = {self = {holds = "ball"}},
  params = {fans = {type = "number", default = 1}},
  run    = function(self, ev, params) self.seat.fans = self.seat.fans + params.fans end,
}

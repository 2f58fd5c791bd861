-- End of game: fans, also from an exhausted card.
return ability {
  on     = "season.ends",
  active = {zone = "office"},
  params = {fans = {type = "number", default = 1}},
  run    = function(self, ev, params) self.seat.fans = self.seat.fans + params.fans end,
}

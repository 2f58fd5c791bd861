-- Keep Cool: the own die of a contest or a shot again.
return ability {
  name   = {en = "Keep Cool", fr = "Sang-froid", ja = "キープクール"},
  action = "dice",
  run    = function(self, seat) rules.contest.reroll(seat) end,
}

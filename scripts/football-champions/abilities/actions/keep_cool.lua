-- Keep Cool: the own die of a contest or a shot again.
return ability {
  action = "dice",
  run    = function(self, seat) rules.contest.reroll(seat) end,
}

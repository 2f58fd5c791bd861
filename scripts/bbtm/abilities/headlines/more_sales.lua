-- More Sales, More Matches: one more highlight this week.
return ability {
  of_game = "reel_size", add = 1,
}

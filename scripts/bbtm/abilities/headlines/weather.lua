-- Weather Disrupts Match!: a team zone holds at most three players.
return ability {
  of_game = "zone_limit", at_most = 3,
}

-- Referee Contract Dispute: each use of cheat brings two tokens.
return ability {
  of_game = "tokens_per_cheat", set = 2,
}

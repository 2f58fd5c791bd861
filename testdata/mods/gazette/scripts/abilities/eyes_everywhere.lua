-- Referees Have Eyes Everywhere: cheating brings no tokens.
return ability {
  of_game = "tokens_per_cheat", set = 0,
}

-- Bloodhorn: in the Scoreboard phase he becomes the carrier of a ball at midfield.
return ability {
  on    = "matchup.scored",
  where = {matchup = {holds = "ball"}},
  run   = function(self) rules.ball.give(self) end,
}

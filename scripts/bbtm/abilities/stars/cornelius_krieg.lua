-- Cornelius Krieg: when he becomes downed, one token is put on him.
return ability {
  on    = "player.downed", heard = "before",
  where = {player = {is = "self"}},
  run   = function(self) rules.tokens.assign(self) end,
}

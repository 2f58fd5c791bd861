-- The shot_stopper icon: better against a Shot than against a Header.
return ability {
  name  = {en = "Shot stopper", fr = "Réflexes", ja = "シュートストッパー"},
  on    = "shot.declared",
  where = {keeper = {is = "self"}, value = "shot"},
  run   = function(self) rules.contest.add(self.seat, 1) end,
}

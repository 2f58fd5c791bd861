-- WIN-DRAGON: who beats the dragon that he called upon his own goal land wins at once.
return ability {
  name  = { en = "Dragon Hunt", fr = "Chasse au dragon", ja = "竜退治" },
  on    = "monster.defeated",
  where = { monster = { is = "self" } },
  heard = "before",
  run   = function(self, ev) rules.victory.dragon(ev.seat, self, ev.level) end,
}

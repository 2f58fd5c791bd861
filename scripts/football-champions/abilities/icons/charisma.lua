-- The charisma icon: the own movement die again, once in a half.
return ability {
  name   = {en = "Charisma", fr = "Charisme", ja = "カリスマ"},
  action = "moves",
  limit  = {times = 1, per = "period.begins"},
  run    = function(self, seat) rules.moves.reroll() end,
}

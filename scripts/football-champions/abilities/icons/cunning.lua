-- The cunning icon: read the other hand, once in a half.
return ability {
  name   = {en = "Cunning", fr = "Ruse", ja = "したたか"},
  action = "any",
  limit  = {times = 1, per = "period.begins"},
  run    = function(self, seat) rules.hand.peek(seat) end,
}

-- Touchline Talk: cards at any moment, and a shorter half.
return ability {
  name   = {en = "Draw cards", fr = "Pioche", ja = "ドロー"},
  action = "any",
  params = {number = {type = "number"}},
  run    = function(self, seat, params) rules.hand.draw(seat, params.number) end,
}

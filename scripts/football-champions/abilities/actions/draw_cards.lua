-- Touchline Talk: cards at any moment, and a shorter half.
return ability {
  action = "any",
  params = {number = {type = "number"}},
  run    = function(self, seat, params) rules.hand.draw(seat, params.number) end,
}

-- Draw: its seat draws cards.
return ability {
  params = {cards = {type = "number"}},
  run    = function(self, _, params) rules.duel.draw(self.seat, params.cards) end,
}

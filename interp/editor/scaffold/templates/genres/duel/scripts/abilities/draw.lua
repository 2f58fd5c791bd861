-- Draw: its seat draws cards.
return ability {
  params = {count = {type = "number"}},
  run    = function(self, _, params) rules.duel.draw(self.seat, params.count) end,
}

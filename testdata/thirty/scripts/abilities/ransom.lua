-- In place of a theft from its side it is destroyed.
return ability {
  on = "coins.stolen", window = "replace", where = {from = "friendly"},
  run = function(self, ev)
    ev.cancelled = true
    rules.cards.destroy({self})
  end,
}

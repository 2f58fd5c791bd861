-- Freebooter: as he is revealed, one player may go to the box, and all are shuffled into a new Team deck.
return ability {
  name   = {en = "Freebooter", fr = "Mercenaire", ja = "強奪"},
  on     = "improvement.revealed", window = "replace",
  active = {type = "player"},
  where  = {card = {is = "self"}},
  run    = function(self, ev)
    ev.cancelled = true
    rules.improvements.enlist(self, ev.seat)
  end,
}

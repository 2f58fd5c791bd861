-- Gryphon-ade: every Star Player you draft is treated as a Freebooter.
return ability {
  on    = "improvement.revealed", window = "replace",
  where = {card = {type = "player", friendly = true, without = "freebooter"}},
  run   = function(self, ev)
    ev.cancelled = true
    rules.improvements.enlist(ev.card, ev.seat)
  end,
}

-- Full-Blooded Tackle: the defender who loses with it is booked.
return ability {
  on     = "steal.settled",
  where  = {winner = "enemy"},
  active = {zone = "played"},
  run    = function(self, ev) rules.discipline.book(ev.defender) end,
}

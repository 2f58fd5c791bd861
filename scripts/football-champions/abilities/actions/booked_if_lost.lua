-- Full-Blooded Tackle: the defender who loses with it is booked.
return ability {
  name   = {en = "Booked if lost", fr = "Averti si perdu", ja = "失敗時に警告"},
  on     = "steal.settled",
  where  = {winner = "enemy"},
  active = {zone = "played"},
  run    = function(self, ev) rules.discipline.book(ev.defender) end,
}

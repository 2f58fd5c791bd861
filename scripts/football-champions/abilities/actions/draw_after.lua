-- Shoulder Drop: a card when the contest is over.
return ability {
  on     = "steal.settled",
  active = {zone = "played"},
  run    = function(self) rules.hand.draw(self.seat, 1) end,
}

-- Shoulder Drop: a card when the contest is over.
return ability {
  name   = {en = "Draw afterwards", fr = "Pioche ensuite", ja = "判定後にドロー"},
  on     = "steal.settled",
  active = {zone = "played"},
  run    = function(self) rules.hand.draw(self.seat, 1) end,
}

-- Scouting Note: read the other hand, then draw a card.
return ability {
  name   = {en = "Scouting Note", fr = "Note de l'observateur", ja = "スカウティングノート"},
  action = "any",
  run    = function(self, seat)
    rules.hand.peek(seat)
    rules.hand.draw(seat, 1)
  end,
}

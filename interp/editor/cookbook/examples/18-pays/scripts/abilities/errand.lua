-- Errand: for a point the performer fetches a card, once.
return ability {
  name   = {en = "Errand"},
  action = "errand",
  pays   = {tired = true, seat = {points = 1}},
  run    = function(_, seat) move(seat.deck.top, seat.hand) end,
}

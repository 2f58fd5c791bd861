-- A card played on an empty pile, or above the rank of the card it covers, scores its rank.
return ability {
  on    = "card.played",
  where = {rise = true},
  run   = function(self, ev) ev.seat.score = ev.seat.score + ev.card.rank end,
}

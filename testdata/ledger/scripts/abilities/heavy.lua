-- Whoever is ready weighs more, by what he has written.
return ability {
  of_seat = "weight",
  amount  = function(_, seat) return seat.ready and seat.pages or 0 end,
}

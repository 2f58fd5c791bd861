-- Rivalry Week: the winner of a highlight gets 2 fans with the central payout.
return ability {
  on    = "payout.collected", anywhere = true,
  where = {section = "center_payout"},
  run   = function(self, ev) ev.seat.fans = ev.seat.fans + 2 end,
}

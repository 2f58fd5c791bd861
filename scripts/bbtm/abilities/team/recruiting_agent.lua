-- Recruiting Agent: when you collect Star Players, you may draw one more to choose from.
return ability {
  on    = "payout.drawn", window = "before",
  may   = true,
  where = {seat = "friendly", kind = "star"},
  run   = function(self, ev) ev.count = ev.count + 1 end,
}

-- Heckle: once a round, while it is behind, its seat may spoil another seat's entrance.
return ability {
  name   = {en = "Heckle"},
  on     = "performer.enters", window = "replace",
  may    = true,
  where  = {performer = {enemy = true}},
  when   = function(self, ev) return self.seat.points < ev.seat.points end,
  limit  = {times = 1, per = "show.begins"},
  run    = function(self, ev)
    ev.cancelled = true
    say("heckled", {card = self, performer = ev.performer})
  end,
}

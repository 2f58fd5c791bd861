-- Hush: from the hand, in response to another seat's shout: nobody hears it.
return ability {
  name   = {en = "Hush"},
  on     = "shout", window = "respond",
  active = {zone = "hand"},
  where  = {shouter = {enemy = true}},
  run    = function(self, ev)
    move(self, self.seat.deck, "bottom")
    ev.cancelled = true
  end,
}

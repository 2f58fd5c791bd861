-- Travel: a card now, and one at the start of its seat's next turn; it stays in play until then.
return
  ability {
    name   = {en = "Travel", fr = "Voyage", ja = "旅"},
    action = "act",
    where  = {self = {zone = "hand"}},
    run    = function(self, seat)
      move(self, seat.played)
      self.stays = true
      rules.build.draw(seat, 1)
      seat.actions = seat.actions + 1
    end,
  },
  ability {
    on     = "turn.begins",
    where  = {self = {stays = true}, seat = "friendly"},
    active = {zone = "played"},
    run    = function(self, ev)
      self.stays = false
      rules.build.draw(ev.seat, 1)
    end,
  }

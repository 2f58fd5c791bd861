return
  ability {
    name   = {en = "Bow"},
    action = "bow",
    where  = {self = {mood = "glad"}},
    run    = function(self) self.seat.points = self.seat.points + 1 end,
  },
  ability {
    action = "bow",
    where  = {self = {mood = "glad"}},
    run    = function(self)
      self.mood = "sad"
      self.seat.points = self.seat.points + 2
    end,
  }

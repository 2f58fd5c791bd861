return ability { name = {en = "Shelters"}, action = "act", active = {zone = "tent"},
  run = function(self, seat)
    move(self, seat.cairn)
    lasting{ability = "sheltered", seat = seat, until_ = "dusk"}
  end }

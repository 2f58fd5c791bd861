-- Draw: an action that brings cards, further actions and buys, or money.
return ability {
  name   = {en = "Draw", fr = "Pioche", ja = "ドロー"},
  action = "act",
  params = {
    cards = {type = "number", default = 0}, actions = {type = "number", default = 0},
    buys = {type = "number", default = 0}, money = {type = "number", default = 0},
  },
  where  = {self = {zone = "hand"}},
  run    = function(self, seat, params)
    move(self, seat.played)
    rules.build.draw(seat, params.cards)
    seat.actions = seat.actions + params.actions
    seat.buys = seat.buys + params.buys
    seat.money = seat.money + params.money
  end,
}

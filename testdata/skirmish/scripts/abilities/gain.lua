-- Its seat gains coins.
return ability {
  params = {coins = {type = "number"}},
  run    = function(self, _, params) self.seat.coins = self.seat.coins + params.coins end,
}

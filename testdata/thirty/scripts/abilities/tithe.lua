-- A creature of its side that is not spent is spent, and its power gained in coins.
return ability {
  play   = function(self, _, target)
    target.spent = true
    self.seat.coins = self.seat.coins + target.power
  end,
  target = {zone = "line", type = "creature", friendly = true, spent = false},
}

-- A creature of the other side is dealt damage.
return ability {
  params = {amount = {type = "number"}},
  active = {spent = false},
  target = {zone = "line", enemy = true},
  act    = function(self, _, target, params)
    self.spent = true
    rules.cards.hurt({{target, params.amount}})
  end,
}

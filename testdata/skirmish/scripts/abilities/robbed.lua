-- Steal 2; each coin that truly changed hands mends its creature by 1.
return ability {
  fight = function(self)
    local got = rules.cards.steal(self.seat, 2).got
    self.hurt = math.max(0, self.hurt - got)
  end,
}

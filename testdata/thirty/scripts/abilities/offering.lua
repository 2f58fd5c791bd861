-- Destroy any number of creatures of its side; gain 2 for each that truly went.
return ability {
  play   = function(self, _, targets)
    for _, ev in ipairs(rules.cards.destroy(targets)) do
      if ev.left then self.seat.coins = self.seat.coins + 2 end
    end
  end,
  target = {from = {zone = "line", type = "creature", friendly = true}, min = 0, max = 99},
}

-- You may pay 1: all creatures of the family of one that you choose are dealt 2 damage.
return ability {
  reap   = function(self, _, target)
    self.seat.coins = self.seat.coins - 1
    local hits = {}
    for i, card in ipairs(cards{zone = "line", type = "creature", family = target.family}) do
      hits[i] = {card, 2}
    end
    rules.cards.hurt(hits)
  end,
  target = {from = {zone = "line", type = "creature"}, optional = true},
}

-- Two of the other side's creatures at most are dealt 1 damage.
return ability {
  reap   = function(self, _, targets)
    local hits = {}
    for _, card in ipairs(targets) do hits[#hits + 1] = {card, 1} end
    rules.cards.hurt(hits)
  end,
  target = {from = {zone = "line", enemy = true}, max = 2},
}

-- Splash: damage to a creature of the other side, and some to those beside it.
return ability {
  params = {amount = {type = "number"}, beside = {type = "number"}},
  target = "foe",
  run    = function(self, _, target, params)
    local hits = {{target, params.amount, self}}
    for _, card in ipairs(rules.duel.beside(target)) do hits[#hits + 1] = {card, params.beside, self} end
    rules.duel.hurt(hits)
  end,
}

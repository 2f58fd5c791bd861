-- A creature between two others is dealt damage, and those beside it some.
return ability {
  params = {amount = {type = "number"}, beside = {type = "number"}},
  target = {from = function()
    local out = {}
    for _, card in ipairs(cards{zone = "line", type = "creature"}) do
      if #rules.cards.beside(card) == 2 then out[#out + 1] = card end
    end
    return out
  end},
  run    = function(_, _, target, params)
    local hits = {{target, params.amount}}
    for _, card in ipairs(rules.cards.beside(target)) do hits[#hits + 1] = {card, params.beside} end
    rules.cards.hurt(hits)
  end,
}

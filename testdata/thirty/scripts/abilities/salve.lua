-- All damage goes from each creature of its side.
return ability {
  play   = function(_, _, targets) for _, card in ipairs(targets) do card.hurt = 0 end end,
  target = {from = {zone = "line", type = "creature", friendly = true}, all = true},
}

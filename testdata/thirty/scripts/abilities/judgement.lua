-- Up to two creatures: who is damaged is destroyed, who is not is stunned.
return ability {
  play   = function(_, _, targets)
    for _, card in ipairs(targets) do
      if card.hurt > 0 then rules.cards.destroy({card}) else card.stunned = true end
    end
  end,
  target = {from = {zone = "line", type = "creature"}, max = 2},
}

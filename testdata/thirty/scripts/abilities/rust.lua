-- When a family is named, its relics are destroyed.
return ability {
  on  = "family.named",
  run = function(_, ev)
    rules.cards.destroy(cards{zone = "line", type = "relic", family = ev.family})
  end,
}

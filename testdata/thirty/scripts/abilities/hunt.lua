-- A creature of the other side is dealt 2 damage; if that destroys it, draw a card.
return ability {
  play   = function(self, _, target)
    rules.cards.hurt({{target, 2}})
    if target.zone.name == "discard" then rules.cards.draw(self.seat, 1) end
  end,
  target = {zone = "line", type = "creature", enemy = true},
}

-- When it appears on the land of another, that player loses a card of the hand by chance.
return ability {
  name  = { en = "Ambush", fr = "Embuscade", ja = "待ち伏せ" },
  on    = "monster.placed",
  where = { monster = { is = "self" } },
  when  = function(self, ev) return ev.by ~= ev.defender and not ev.defender.hand.empty end,
  run   = function(self, ev) move(draw_from(ev.defender.hand), ev.defender.discard) end,
}

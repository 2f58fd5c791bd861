-- Wave Away: the opponent's effect card does nothing.
return ability {
  name   = {en = "Wave Away", fr = "Circulez !", ja = "ウェーブアウェイ"},
  on     = "card.played",
  window = "replace",
  may    = true,
  where  = {seat = "enemy"},
  when   = function(self) return rules.hand.may_play(self.seat) end,
  run    = function(self, ev)
    local stands = rules.hand.play(self, self.seat)
    if stands then ev.cancelled = true end
  end,
}

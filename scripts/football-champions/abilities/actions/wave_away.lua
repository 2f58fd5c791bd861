-- Wave Away: the opponent's effect card does nothing.
return ability {
  on     = "card.played",
  window = "replace",
  may    = true,
  where  = {seat = "enemy"},
  when   = function(self) return rules.hand.may_play(self.seat), "no_more_effects" end,
  run    = function(self, ev)
    local answered, owner = ev.card, ev.seat
    rules.hand.play(self, self.seat, function()
      say("waved_away", {card = answered, seat = owner})
      ev.cancelled = true
    end)
  end,
}

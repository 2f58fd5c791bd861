-- Name a family: its creatures may be used this turn.
return ability {play = function(self)
  local family = choose.one{prompt = "family", from = {"ember", "moss", "brine"}}
  for _, card in ipairs(cards{zone = self.seat.line, family = family}) do
    lasting{ability = "free", on = card, until_ = "turn.ends"}
  end
end}

-- Ensemble: the performer is worth as much as all others of its seat on stage are, as printed, but at most five.
return ability {
  name     = {en = "Ensemble"},
  modifies = "applause", set = true,
  of       = {is = "self"},
  amount   = function(self, card)
    local total = 0
    for _, other in ipairs(cards{zone = "stage", seat = card.seat, except = card}) do
      total = total + other:printed("applause")
    end
    return math.min(total, 5)
  end,
}

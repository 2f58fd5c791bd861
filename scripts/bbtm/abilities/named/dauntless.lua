-- Dauntless: against a stronger target he rolls a single die.
return ability {
  name   = {en = "Dauntless", fr = "Intrépidité", ja = "不屈"},
  on     = "tackle.diced", window = "before",
  where  = {tackler = {is = "self"}, odds = "weaker", both = false},
  run    = function(self, ev) ev.dice = 1 end,
}

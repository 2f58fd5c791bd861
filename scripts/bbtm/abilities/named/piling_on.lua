-- Piling On: when both dice show target down, he may attempt another tackle, on nobody he has tackled successfully
-- this week.
return ability {
  name  = {en = "Piling On", fr = "Écrasement", ja = "追い打ち"},
  on    = "tackle.succeeded",
  may   = true,
  where = {tackler = {is = "self"}, double = true},
  when  = function(self) return #rules.tackle.fresh_targets(self) > 0 end,
  run   = function(self) schedule("tackle.pile_on", self) end,
}

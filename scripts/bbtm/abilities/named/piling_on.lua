-- Piling On: when both dice show target down, he may attempt another tackle, on nobody he has tackled successfully this week.
local NAME = {en = "Piling On", fr = "Écrasement", ja = "追い打ち"}

return
  ability {
    name = NAME, on = "tackle.succeeded", window = "before",
    where = {tackler = {is = "self"}},
    run   = function(self, ev) ev.tackled.piled_on = true end,
  },
  ability {
    name = NAME, on = "tackle.succeeded", may = true,
    where = {tackler = {is = "self"}, double = true},
    when  = function(self, ev) return any{zone = "pitch", at = ev.matchup, enemy = true, piled_on = false} end,
    run   = function(self) schedule("tackle.pile_on", self) end,
  }

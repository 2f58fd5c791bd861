-- Fend: after an opponent has tackled him successfully, another downed friend here may stand up.
local function downed(self, ev)
  return cards{zone = "pitch", at = ev.matchup, friendly = true, other = true, posture = "downed"}
end

return ability {
  name  = {en = "Fend", fr = "Parade", ja = "受け流し"},
  on    = "tackle.succeeded", heard = "before",
  may   = true,
  where = {target = {is = "self"}, tackled = {is = "self"}},
  when  = function(self, ev) return #downed(self, ev) > 0 end,
  run   = function(self, ev)
    rules.players.stand(choose.one{seat = self.seat, prompt = "stand", from = downed(self, ev)})
  end,
}

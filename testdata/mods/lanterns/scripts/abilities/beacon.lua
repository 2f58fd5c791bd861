-- Beacon: as he is committed, another of your downed players here may stand up.
local function fallen(self, ev)
  return cards{zone = "pitch", at = ev.matchup, friendly = true, other = true, posture = "downed"}
end

return ability {
  name  = {en = "Beacon", fr = "Fanal", ja = "かがり火"},
  on    = "player.committed",
  may   = true,
  where = {player = {is = "self"}},
  when  = function(self, ev) return #fallen(self, ev) > 0 end,
  run   = function(self, ev)
    rules.players.stand(choose.one{seat = self.seat, prompt = "stand", from = fallen(self, ev)})
  end,
}

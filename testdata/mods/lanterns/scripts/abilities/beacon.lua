-- Beacon: as he is committed, another of your downed players here may stand up.
return ability {
  name  = {en = "Beacon", fr = "Fanal", ja = "かがり火"},
  on    = "player.committed",
  may   = true,
  where = {player = {is = "self"}},
  among = function(self, ev)
    return cards{zone = "pitch", at = ev.matchup, friendly = true, other = true, posture = "downed"}
  end,
  run   = function(self, ev, fallen)
    rules.players.stand(choose.one{seat = self.seat, prompt = "stand", from = fallen})
  end,
}

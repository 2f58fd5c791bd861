-- Beacon: as he is committed, another of your downed players here may stand up.
return ability {
  name  = {en = "Beacon", fr = "Fanal", ja = "かがり火"},
  on    = "player.committed",
  may   = true,
  where = {player = {is = "self"}},
  target = {
    from   = {zone = "pitch", at = "matchup", friendly = true, other = true, posture = "downed"},
    prompt = "stand",
  },
  run   = function(self, ev, fallen) rules.players.stand(fallen) end,
}

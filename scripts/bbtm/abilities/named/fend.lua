-- Fend: after an opponent has tackled him successfully, another downed friend here may stand up.
return ability {
  name  = {en = "Fend", fr = "Parade", ja = "受け流し"},
  on    = "tackle.succeeded", heard = "before",
  may   = true,
  where = {target = {is = "self"}, tackled = {is = "self"}},
  target = {
    from = {zone = "pitch", at = "matchup", friendly = true, other = true, posture = "downed"}, all = true,
  },
  run   = function(self, ev, downed)
    rules.players.stand(choose.one{seat = self.seat, prompt = "stand", from = downed})
  end,
}

-- Barik Farblast: after an opponent has used pass here, another downed friend here stands up.
return ability {
  on    = "player.passes",
  where = {player = {enemy = true}},
  target = {from = {zone = "pitch", beside = true, friendly = true, other = true, posture = "downed"}, all = true},
  run   = function(self, ev, downed)
    rules.players.stand(choose.one{seat = self.seat, prompt = "stand", from = downed})
  end,
}

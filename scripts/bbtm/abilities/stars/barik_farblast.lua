-- Barik Farblast: after an opponent has used pass here, another downed friend here stands up.
return ability {
  on    = "player.passes",
  where = {player = {enemy = true}},
  among = function(self)
    return cards{zone = "pitch", at = self.place, friendly = true, other = true, posture = "downed"}
  end,
  run   = function(self, ev, downed)
    rules.players.stand(choose.one{seat = self.seat, prompt = "stand", from = downed})
  end,
}

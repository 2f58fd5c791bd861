-- Throw Team-Mate: when played, one friend here may be moved to another matchup.
return ability {
  name  = {en = "Throw Team-Mate", fr = "Lancer un Coéquipier", ja = "チームメイト投げ"},
  on    = "player.committed",
  may   = true,
  where = {player = {is = "self"}},
  target = {all = true, from = function(self)
    local mates = cards{zone = "pitch", at = self.place, friendly = true, other = true}
    return rules.pitch.transfers(mates, self.seat)
  end},
  run   = function(self, ev, throws)
    local mate, zone = choose.one{seat = self.seat, prompt = "move", from = throws}
    rules.players.move(mate, zone)
  end,
}

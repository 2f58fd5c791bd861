-- Throw Team-Mate: when played, one friend here may be moved to another matchup.
local function team_mates(self)
  return cards{zone = "pitch", at = self.place, seat = self.seat, except = self}
end

return ability {
  name  = {en = "Throw Team-Mate", fr = "Lancer un Coéquipier", ja = "チームメイト投げ"},
  on    = "player.committed",
  may   = true,
  where = {player = {is = "self"}},
  when  = function(self) return rules.pitch.movable(team_mates(self)) end,
  run   = function(self)
    local mate, zone = choose.one{seat = self.seat, prompt = "move", from = rules.pitch.transfers(team_mates(self))}
    rules.players.move(mate, zone)
  end,
}

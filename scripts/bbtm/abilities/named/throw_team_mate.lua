-- Throw Team-Mate: when played, one friend here may be moved to another matchup.
local function throws(self)
  local mates = cards{zone = "pitch", at = self.place, seat = self.seat, except = self}
  return rules.pitch.transfers(mates, self.seat)
end

return ability {
  name  = {en = "Throw Team-Mate", fr = "Lancer un Coéquipier", ja = "チームメイト投げ"},
  on    = "player.committed",
  may   = true,
  where = {player = {is = "self"}},
  when  = function(self) return throws(self):count() > 0 end,
  run   = function(self)
    local mate, zone = choose.one{seat = self.seat, prompt = "move", from = throws(self)}
    rules.players.move(mate, zone)
  end,
}

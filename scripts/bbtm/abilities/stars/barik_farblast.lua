-- Barik Farblast: after an opponent has used pass here, another downed friend here stands up.
local function downed(self)
  return cards{zone = "pitch", at = self.place, seat = self.seat, posture = "downed", except = self}
end

return ability {
  on    = "player.passes",
  where = {player = {enemy = true}},
  when  = function(self) return #downed(self) > 0 end,
  run   = function(self)
    rules.players.stand(choose.one{seat = self.seat, prompt = "stand", from = downed(self)})
  end,
}

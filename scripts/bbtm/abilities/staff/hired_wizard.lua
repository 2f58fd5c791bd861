-- Hired Wizard: a standing opponent facing a standing player of yours; the die downs him, or one of yours, or costs the card.
local function victims(self)
  local facing = {holds = {seat = self.seat, posture = "standing"}}
  return cards{zone = "pitch", posture = "standing", ["not"] = {seat = self.seat}, host = facing}
end

return ability {
  action = "matchup",
  when   = function(self) return #victims(self) > 0 end,
  run    = function(self, seat)
    self.exhausted = true
    local victim = choose.one{seat = seat, prompt = "hired_wizard", from = victims(self)}
    local face = roll("tackle")
    if face == "target_down" then
      rules.players.down(victim)
    elseif face == "miss" then
      local mine = cards{zone = "pitch", at = victim.place, seat = seat, posture = "standing"}
      rules.players.down(choose.one{seat = seat, prompt = "wizard_backfires", from = mine})
    else
      move(self, game.box)
    end
  end,
}

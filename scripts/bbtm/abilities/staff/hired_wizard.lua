-- Hired Wizard: a standing opponent facing a standing player of yours; the die downs him, or one of yours, or costs the card.
local function standing(seat_filter, matchup_filter)
  return cards{zone = "pitch", posture = "standing", ["not"] = {seat = seat_filter}, host = matchup_filter}
end

local function victims(self)
  return standing(self.seat, {holds = {seat = self.seat, posture = "standing"}})
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

-- Hired Wizard: a standing opponent facing a standing player of yours; the die downs him, or one of yours, or costs
-- the card.
return ability {
  action = "matchup",
  target = {
    from = {zone = "pitch", enemy = true, posture = "standing",
      host = {holds = {friendly = true, posture = "standing"}}}, all = true,
  },
  run    = function(self, seat, victims)
    self.exhausted = true
    local victim = choose.one{seat = seat, prompt = "hired_wizard", from = victims}
    local face = roll("tackle")
    if face == "target_down" then
      rules.players.down(victim)
    elseif face == "miss" then
      local mine = cards{zone = "pitch", at = victim.place, seat = seat, posture = "standing"}
      rules.players.down(choose.one{seat = seat, prompt = "wizard_backfires", from = mine})
    else
      say("upgrade_discarded", {card = self})
      move(self, game.box)
    end
  end,
}

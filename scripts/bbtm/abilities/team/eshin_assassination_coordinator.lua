-- Eshin Assassination Coordinator: instead of an attempt, the die injures an opponent here, or costs 1 fan.
return ability {
  on    = "tackle.attempted", window = "replace", anywhere = true,
  may   = true,
  where = {tackler = {friendly = true}},
  run   = function(self, ev)
    self.exhausted = true
    ev.cancelled = true
    local opponents = cards{zone = "pitch", at = ev.matchup, enemy = true}
    local victim = choose.one{seat = self.seat, prompt = "eshin", from = opponents}
    if roll("tackle") == "target_down" then
      rules.players.injure(victim, nil, self.seat)
    else
      rules.fans.lose(self.seat, 1)
    end
  end,
}

-- Writhing Tentacles: in an attempt at a matchup where you have a player, one opponent has -1 Star Power.
return ability {
  on    = "tackle.compared", window = "before", anywhere = true,
  may   = true,
  where = {matchup = {holds = {friendly = true}}},
  run   = function(self, ev)
    self.exhausted = true
    local foes = options()
    if ev.seat ~= self.seat then foes:add(ev.tackler) end
    if ev.opponent ~= self.seat then foes:add(ev.target) end
    if choose.one{seat = self.seat, prompt = "writhing_tentacles", from = foes} == ev.tackler then
      ev.tackler_power = ev.tackler_power - 1
    else
      ev.target_power = ev.target_power - 1
    end
  end,
}

-- Winds of Change: one token on any player at a matchup where you have a player.
return ability {
  action = "matchup",
  when   = function(self) return any{zone = "pitch", seat = self.seat} and not game.pool.empty end,
  run    = function(self, seat)
    self.exhausted = true
    local near = cards{zone = "pitch", host = {holds = {seat = seat}}}
    rules.tokens.assign(choose.one{seat = seat, prompt = "winds_of_change", from = near})
  end,
}

-- Winds of Change: one token on any player at a matchup where you have a player.
return ability {
  action = "matchup",
  when   = function() return not game.pool.empty, "no_tokens" end,
  target = {from = {zone = "pitch", host = {holds = {friendly = true}}}, all = true},
  run    = function(self, seat, near)
    self.exhausted = true
    rules.tokens.assign(choose.one{seat = seat, prompt = "winds_of_change", from = near})
  end,
}

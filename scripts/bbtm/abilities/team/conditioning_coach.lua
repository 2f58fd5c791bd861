-- Conditioning Coach: when your carrier is tackled, a token of the pool lends him its Star Power for the attempt.
return ability {
  on    = "tackle.compared", window = "before", anywhere = true,
  may   = true,
  where = {target = {friendly = true, holds = "ball"}},
  when  = function() return not game.pool.empty, "no_tokens" end,
  run   = function(self, ev)
    self.exhausted = true
    local token = draw_from(game.pool)
    reveal(token)
    say("token_shown", {token = token})
    if token.effect == "power" then ev.target_power = ev.target_power + token.value end
    rules.tokens.discard({token})
  end,
}

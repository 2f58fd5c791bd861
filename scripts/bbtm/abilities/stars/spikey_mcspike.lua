-- Spikey McSpike: when played, he takes any number of tokens from other players here.
return ability {
  on    = "player.committed",
  where = {player = {is = "self"}, matchup = {holds = {other = true, holds = "token"}}},
  run   = function(self, ev)
    local tokens = cards{zone = "tokens", at = ev.matchup, host = {except = self}}
    local taken = choose.some{seat = self.seat, prompt = "take_tokens", about = {player = self}, from = tokens}
    for _, token in ipairs(taken) do
      say("token_taken", {player = self, token = token, from = token.host})
      move(token, self.tokens)
    end
  end,
}

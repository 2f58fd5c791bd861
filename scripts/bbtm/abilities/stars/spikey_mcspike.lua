-- Spikey McSpike: when played, he takes any number of tokens from other players here.
return ability {
  on    = "player.committed",
  where = {player = {is = "self"}},
  target = {from = {zone = "tokens", at = "matchup", host = {other = true}}, all = true},
  run   = function(self, ev, tokens)
    local taken = choose.some{seat = self.seat, prompt = "take_tokens", about = {player = self}, from = tokens}
    for _, token in ipairs(taken) do
      say("token_taken", {player = self, token = token, from = token.host})
      move(token, self.tokens)
    end
  end,
}

-- Lord Borak: in the Scoreboard phase he may discard one revealed token of any other player here.
return ability {
  on    = "matchup.scored",
  may   = true,
  target = {from = {zone = "tokens", at = "matchup", face_up = true, host = {other = true}}, all = true},
  run   = function(self, ev, revealed)
    local token = choose.one{seat = self.seat, prompt = "discard_token", about = {player = self}, from = revealed}
    say("token_discarded", {token = token, from = token.host})
    rules.tokens.discard({token})
  end,
}

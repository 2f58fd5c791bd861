-- Lord Borak: in the Scoreboard phase he may discard one revealed token of any other player here.
return ability {
  on    = "matchup.scored",
  may   = true,
  where = {matchup = {holds = {other = true, holds = {type = "token", face_up = true}}}},
  run   = function(self, ev)
    local revealed = cards{zone = "tokens", at = ev.matchup, face_up = true, host = {except = self}}
    local token = choose.one{seat = self.seat, prompt = "discard_token", about = {player = self}, from = revealed}
    say("token_discarded", {token = token, from = token.host})
    rules.tokens.discard({token})
  end,
}

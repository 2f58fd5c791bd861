-- Marcus Siebermann: as carrier, in the Scoreboard phase he may take one revealed token of any player here.
return ability {
  on    = "matchup.scored",
  may   = true,
  where = {self = {holds = "ball"}, matchup = {holds = {other = true, holds = {type = "token", face_up = true}}}},
  run   = function(self, ev)
    local revealed = cards{zone = "tokens", at = ev.matchup, face_up = true, host = {except = self}}
    local token = choose.one{seat = self.seat, prompt = "take_token", about = {player = self}, from = revealed}
    say("token_taken", {player = self, token = token, from = token.host})
    move(token, self.tokens)
  end,
}

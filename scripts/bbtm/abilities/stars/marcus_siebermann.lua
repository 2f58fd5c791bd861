-- Marcus Siebermann: as carrier, in the Scoreboard phase he may take one revealed token of any player here.
return ability {
  on    = "matchup.scored",
  may   = true,
  where = {self = {holds = "ball"}},
  target = {from = {zone = "tokens", at = "matchup", face_up = true, host = {other = true}}, all = true},
  run   = function(self, ev, revealed)
    local token = choose.one{seat = self.seat, prompt = "take_token", about = {player = self}, from = revealed}
    say("token_taken", {player = self, token = token, from = token.host})
    move(token, self.tokens)
  end,
}

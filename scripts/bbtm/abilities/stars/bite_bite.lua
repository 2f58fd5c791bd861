-- Bite-Bite: before ejections, all his ejection tokens may go to another friend here.
local WHISTLE = {type = "token", effect = "ejection"}

return ability {
  on    = "tokens.revealed",
  may   = true,
  where = {self = {holds = WHISTLE}},
  target = {from = {zone = "pitch", at = "matchup", friendly = true, other = true}, all = true},
  run   = function(self, ev, friends)
    local friend = choose.one{seat = self.seat, prompt = "scapegoat", about = {player = self}, from = friends}
    say("whistles_moved", {player = self, to = friend})
    move(cards{zone = self.tokens, effect = "ejection"}, friend.tokens)
  end,
}

-- One Ear: tackled successfully, he is injured; the top player of the Team deck is committed here at once.
return ability {
  on    = "tackle.succeeded", heard = "before",
  where = {target = {is = "self"}, tackled = {is = "self"}},
  run   = function(self, ev)
    local seat = self.seat
    if self.host then rules.players.injure(self) end
    rules.pitch.substitute(seat, ev.matchup, true)
  end,
}

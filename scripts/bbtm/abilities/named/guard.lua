-- Guard: he may take a successful tackle on another friend here, unless the tackler has Juggernaut.
return ability {
  name   = {en = "Guard", fr = "Garde", ja = "ガード"},
  on     = "tackle.landed", window = "replace",
  may    = true,
  where  = {target = {friendly = true, other = true, is = "declared"}, tackler = {without = "juggernaut"}},
  run    = function(self, ev)
    raise("player.guards", {player = self, target = ev.target, matchup = ev.matchup, seat = self.seat})
    ev.target = self
  end,
}

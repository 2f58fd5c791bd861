-- Whenever the bearer uses its ability, it brings a coin more.
return ability {
  name = { en = "Lucky", fr = "Chanceux", ja = "幸運" },
  on   = "member.tapped",
  run  = function(self, ev) rules.play.gain(ev.seat, 1) end,
}

-- What the Sanctuary leaves behind: nothing excludes a participant.
return ability {
  name     = { en = "Sheltered", fr = "À l’abri", ja = "聖域の加護" },
  on       = "member.banished",
  window   = "replace",
  anywhere = true,
  where    = { member = { role = { "attacks", "assists" } } },
  run      = function(self, ev) ev.cancelled = true end,
}

-- No monster can exclude the bearer.
return ability {
  name   = { en = "Mirrored", fr = "Miroitant", ja = "鏡の護り" },
  on     = "member.banished",
  window = "replace",
  where  = { by = { type = "monster" } },
  run    = function(self, ev) ev.cancelled = true end,
}

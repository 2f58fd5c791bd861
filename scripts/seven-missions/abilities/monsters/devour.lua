-- While it lies on a land, closing combat costs that player one land more.
return ability {
  name   = { en = "Devour", fr = "Voracité", ja = "呑み込み" },
  on     = "combat.closed",
  window = "before",
  when   = function(self, ev) return self.host.zone.owner == ev.seat end,
  run    = function(self, ev) ev.losses = ev.losses + 1 end,
}

-- Boo: from the hand, in response to another seat's entrance: it is worth nothing.
return ability {
  name   = {en = "Boo"},
  on     = "performer.enters", window = "respond",
  active = {zone = "hand"},
  where  = {performer = {enemy = true}},
  run    = function(self, ev)
    rules.shouting.shout(self, function() ev.cancelled = true end)
  end,
}

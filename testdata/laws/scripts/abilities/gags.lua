return ability { name = {en = "Gags"}, on = "drum",
  run = function(self) for _, other in ipairs(cards{zone = "field", id = "singer"}) do other.silent = true end end }

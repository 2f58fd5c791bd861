-- Envy: while it is in the hand, another seat's realm brings its seat a silver.
return ability {
  name   = {en = "Envy", fr = "Envie", ja = "羨望"},
  on     = "card.bought",
  may    = true,
  active = {zone = "hand"},
  where  = {card = {id = "realm"}, seat = "enemy"},
  run    = function(self)
    reveal(self)
    rules.build.gain(self.seat, first{zone = "supply", id = "silver"})
  end,
}

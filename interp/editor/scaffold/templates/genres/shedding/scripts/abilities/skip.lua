-- Skip: the next seat is passed over.
return ability {
  name  = {en = "Skip", fr = "Passe-tour", ja = "スキップ"},
  on    = "card.played",
  where = {card = {is = "self"}},
  run   = function() game.skips = game.skips + 1 end,
}

-- Turnabout: from now on it goes round the other way; with two seats it skips.
return ability {
  name  = {en = "Turnabout", fr = "Demi-tour", ja = "逆回り"},
  on    = "card.played",
  where = {card = {is = "self"}},
  run   = function()
    game.backwards = not game.backwards
    if #game.seats == 2 then game.skips = game.skips + 1 end
  end,
}

-- Wish: who plays it names the colour that goes on.
return ability {
  name  = {en = "Wish", fr = "Souhait", ja = "願い"},
  on    = "card.played",
  where = {card = {is = "self"}},
  run   = function(_, ev)
    game.colour_now = choose.one{seat = ev.seat, prompt = "wish", from = {"red", "blue", "green", "gold"}}
  end,
}

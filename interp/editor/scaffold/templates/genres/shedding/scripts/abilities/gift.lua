-- Gift: the next seat draws two cards, and is passed over.
return ability {
  name  = {en = "Gift", fr = "Cadeau", ja = "贈り物"},
  on    = "card.played",
  where = {card = {is = "self"}},
  run   = function(_, ev)
    rules.shed.draw(rules.shed.after(ev.seat), 2)
    game.skips = game.skips + 1
  end,
}

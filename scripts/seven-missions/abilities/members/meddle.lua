-- F13: Cassandra turns sideways to exclude a card of the bazaar, beside the
-- intervention that each turn allows; then coins and cards as with others.
return ability {
  name   = { en = "Meddle", fr = "Intrigue", ja = "市場干渉" },
  action = "tap",
  where  = { self = { stance = "upright", role = "idle" } },
  params = { coins = { type = "number", default = 0 }, draw = { type = "number", default = 0 } },
  run    = function(self, seat, params)
    rules.play.tap(self, seat)
    rules.market.thin(seat)
    rules.play.gain(seat, params.coins)
    rules.deck.draw(seat, params.draw)
  end,
}

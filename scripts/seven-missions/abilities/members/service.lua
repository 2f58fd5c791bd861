-- ANY-TAP: the card turns sideways for coins, cards, or both.
return ability {
  name   = { en = "Service", fr = "Service", ja = "特殊能力" },
  action = "tap",
  where  = { self = { stance = "upright", role = "idle" } },
  params = { coins = { type = "number", default = 0 }, draw = { type = "number", default = 0 } },
  run    = function(self, seat, params)
    rules.play.tap(self, seat)
    rules.play.gain(seat, params.coins)
    rules.deck.draw(seat, params.draw)
  end,
}

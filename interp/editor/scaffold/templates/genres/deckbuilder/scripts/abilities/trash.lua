-- Trash: put up to two cards of the hand back into the supply; a small deck comes round faster.
return ability {
  name   = {en = "Trash", fr = "Écarter", ja = "廃棄"},
  action = "act",
  where  = {self = {zone = "hand"}},
  run    = function(self, seat)
    move(self, seat.played)
    local gone = choose.some{seat = seat, prompt = "trash", from = seat.hand:cards(), max = 2}
    for _, card in ipairs(gone) do
      card.owner, card.seat = nil, nil
      move(card, game.supply)
    end
  end,
}

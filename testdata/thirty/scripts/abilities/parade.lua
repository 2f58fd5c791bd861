-- Show any number of cards of the hand; for each, gain 1 or the other side loses 1.
return ability {play = function(self)
  local seat = self.seat
  local shown = choose.some{prompt = "shown", from = seat.hand:cards()}
  reveal(shown)
  for _ = 1, #shown do
    local how = choose.one{prompt = "each", from = {"gain", "loss"}}
    if how == "gain" then seat.coins = seat.coins + 1 else seat.next.coins = seat.next.coins - 1 end
  end
end}

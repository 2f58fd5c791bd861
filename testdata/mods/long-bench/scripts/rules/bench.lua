-- The house rule in place of maintenance.replenish.
local bench = {}

-- In turn order: any cards may go, then the hand is filled up.
function bench.replenish()
  for _, seat in ipairs(seats_from(game.first)) do
    schedule("bench.refresh", seat)
  end
end

-- One manager. Whoever has more cards than the bench holds keeps them.
function bench.refresh(seat)
  local gone = choose.some{seat = seat, prompt = "rethink", from = seat.hand:cards()}
  move(gone, seat.discard)
  rules.squad.draw(seat, game.options.bench - seat.hand.count)
end

return bench

-- Refund: who wins it takes the lowest bid that was used back into the hand.
return ability {
  name  = {en = "Refund", fr = "Remboursement", ja = "払い戻し"},
  on    = "lot.sold",
  where = {lot = {is = "self"}},
  run   = function(_, ev)
    local lowest = table.sorted(ev.seat.spent:cards(), "offer")[1]
    if lowest then move(lowest, ev.seat.hand) end
  end,
}

-- Lucky Find at the Tail End: in turn order, whoever has the fewest fans gains the top staff upgrade.
return ability {
  on  = "spike.revealed",
  run = function()
    local fewest = game.seats[1].fans
    for _, seat in ipairs(game.seats) do fewest = math.min(fewest, seat.fans) end
    for _, seat in ipairs(seats_from(game.first)) do
      local upgrade = game.staff_deck.top
      if seat.fans == fewest and upgrade then rules.improvements.gain(upgrade, seat, seat.pile) end
    end
  end,
}

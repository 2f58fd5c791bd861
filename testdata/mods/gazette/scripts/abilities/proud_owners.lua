-- Owners Proud of Their Offices: everybody gains a fan for each upgrade in his office.
return ability {
  on  = "spike.revealed",
  run = function()
    for _, seat in ipairs(game.seats) do
      if not seat.office.empty then seat.fans = seat.fans + seat.office.count end
    end
  end,
}

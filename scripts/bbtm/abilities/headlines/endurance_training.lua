-- Endurance Training: every manager draws two more cards.
return ability {
  on  = "spike.revealed",
  run = function()
    for _, seat in ipairs(seats_from(game.first)) do rules.squad.draw(seat, 2) end
  end,
}

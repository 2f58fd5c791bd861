-- Open Training Draws Crowds: in turn order, everybody draws a card, then discards one.
return ability {
  on  = "spike.revealed",
  run = function()
    for _, seat in ipairs(seats_from(game.first)) do rules.squad.cycle(seat) end
  end,
}

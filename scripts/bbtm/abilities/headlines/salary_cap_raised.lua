-- Salary Cap Raised!: in turn order, everybody's top Star Player comes straight into his hand.
return ability {
  on  = "spike.revealed",
  run = function()
    for _, seat in ipairs(seats_from(game.first)) do
      local star = rules.improvements.star_deck(seat).top
      if star then rules.improvements.gain(star, seat, seat.hand) end
    end
  end,
}

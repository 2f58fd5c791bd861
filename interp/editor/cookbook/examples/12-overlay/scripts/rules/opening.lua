local opening = {}

-- In the long game everybody begins with three points more.
function opening.gift()
  if game.options.rounds ~= "long" then return end
  for _, seat in ipairs(game.seats) do seat.points = seat.points + 3 end
end

return opening

-- Step 2: the defence moves.
local defence = {}

-- FC-MOVE-1: the defence's die.
function defence.roll()
  rules.moves.roll(game.defence)
end

-- FC-MOVE-2: the defence has no ball to dribble with.
function defence.move()
  rules.moves.make(game.defence, nil)
end

return defence

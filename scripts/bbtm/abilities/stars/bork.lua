-- Bork: each time the ball comes to him or leaves him, one token is put on him.
local function take_token(self) rules.tokens.assign(self) end

return
  ability {on = "ball.gained", where = {player = {is = "self"}}, run = take_token},
  ability {on = "ball.lost", where = {player = {is = "self"}}, run = take_token}

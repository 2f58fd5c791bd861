-- Bork: a response; each time the ball comes to him or leaves him, one token is put on him.
local function when() return rules.matchup.responses() end
local function run(self) rules.tokens.assign(self) end

return
  ability {on = "ball.gained", where = {player = {is = "self"}}, when = when, run = run},
  ability {on = "ball.lost", where = {player = {is = "self"}}, when = when, run = run}

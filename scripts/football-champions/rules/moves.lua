-- Movement: the table of steps 1 and 2, which corners use as well.
local moves = {}

-- FC-MOVE-1: the die says what is allowed; cards may still change that.
function moves.roll(seat)
  game.extra_moves = 0
  game.move_die = roll("move")
  raise("move.rolled", {seat = seat, face = game.move_die})
  rules.hand.window("moves", seat)
end

-- Second Try, Fresh Shape, charisma: the die is rolled again.
function moves.reroll()
  game.move_die = roll("move")
end

-- FC-MOVE-4: outfield players without the ball who have not moved in this step.
local function free_players(seat, moved)
  return cards{zone = "section", type = "player", seat = seat, holds_no = "ball", except = moved}
end

local CALLS = {run = "move.run", arrow = "move.arrow", dribble = "move.dribble", counter = "move.counter"}

-- Moves a player one section.
function moves.go(player, zone, manner)
  say(CALLS[manner], {player = player, to = zone})
  raise("player.moved", {player = player, from = player.zone, to = zone, manner = manner}, function()
    move(player, zone)
  end)
end

-- Every normal move of some players.
local function runs(players)
  local list = options()
  for _, player in ipairs(players) do
    local ways = rules.pitch.around(player)
    if #ways == 0 then list:refuse(player, "hemmed_in") end
    list:product({player}, ways)
  end
  return list
end

-- Every move of some players along some arrows.
local function arrow_runs(players, arrows)
  local list = options()
  for _, player in ipairs(players) do
    local ways = rules.pitch.along(player, arrows)
    if #ways == 0 then list:refuse(player, "hemmed_in") end
    list:product({player}, ways)
  end
  return list
end

local function leads_somewhere(arrows, players)
  for _, player in ipairs(players) do
    if #rules.pitch.along(player, arrows) > 0 then return true end
  end
  return false
end

-- FC-MOVE-2: one normal move; returns false when the side declines.
local function run(seat, moved)
  local ways = runs(free_players(seat, moved))
  local player, zone = choose.one{
    seat = seat, prompt = "move", about = {roll = game.move_die}, from = ways, optional = true,
  }
  if not player then return false end
  moves.go(player, zone, "run")
  moved[#moved + 1] = player
  return true
end

local function useful_arrows(seat, players)
  local found = {}
  for _, card in ipairs(rules.hand.arrows(seat, rules.pitch.AROUND)) do
    if leads_somewhere(card.arrows, players) then found[#found + 1] = card end
  end
  return found
end

-- FC-MOVE-1: a card spent as an arrow moves one player along it.
local function arrow(seat, moved)
  local players = free_players(seat, moved)
  local from = useful_arrows(seat, players)
  local card = choose.one{
    seat = seat, prompt = "arrow_move", about = {roll = game.move_die}, from = from, optional = true,
  }
  if not card then return end
  local ways = arrow_runs(players, card.arrows)
  local player, zone = choose.one{seat = seat, prompt = "arrow_target", about = {card = card}, from = ways}
  rules.hand.spend(card, seat)
  moves.go(player, zone, "arrow")
  moved[#moved + 1] = player
end

-- FC-MOVE-3: on a six, two runs, or in step 1 a dribble of the holder instead.
local function six(seat, moved, holder)
  if not holder then return run(seat, moved) and run(seat, moved) end
  local ways = runs(free_players(seat, moved)):product({holder}, rules.pitch.around(holder))
  local player, zone = choose.one{
    seat = seat, prompt = "move_or_dribble", about = {roll = game.move_die}, from = ways, optional = true,
  }
  if not player then return end
  moved[#moved + 1] = player
  if player == holder then
    moves.go(holder, zone, "dribble")
    game.dribbled = true
  else
    moves.go(player, zone, "run")
    run(seat, moved)
  end
end

-- FC-MOVE-1 to FC-MOVE-3: what the die allows, then the moves that cards gave.
-- The dribbler is the holder who may dribble on a six, if there is one.
function moves.make(seat, dribbler)
  local moved, die = {}, game.move_die
  if die <= 3 then
    arrow(seat, moved)
  elseif die <= 5 then
    run(seat, moved)
  else
    six(seat, moved, dribbler)
  end
  for _ = 1, game.extra_moves do run(seat, moved) end
end

return moves

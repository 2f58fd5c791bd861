-- Step 1: the attack moves and passes.
local attack = {}

-- FC-MOVE-1: the attack's die.
function attack.roll()
  rules.moves.roll(game.attack)
end

-- FC-MOVE-3: only an outfield holder may dribble; keepers never move.
function attack.move()
  local holder = assert(rules.ball.holder(), "nobody has the ball")
  if holder.zone.name ~= "section" then holder = nil end
  rules.moves.make(game.attack, holder)
end

-- FC-PASS-1: no pass after a dribble.
function attack.pass()
  if not game.dribbled then attack.try_pass(rules.pitch.AROUND) end
end

-- FC-PASS-2: a keeper throws to his defence line or kicks to the midfield.
local function from_keeper(seat)
  return options():add(rules.pitch.on_line(rules.pitch.DEFENCE, seat))
                  :add(rules.pitch.on_line(rules.pitch.MIDFIELD, seat))
end

-- FC-PASS-1, A5: team-mates in the adjacent sections along some directions.
local function around(holder, directions)
  local list = options()
  for _, direction in ipairs(directions) do
    local zone = holder.zone:step(direction, holder.seat)
    if zone then list:add(rules.pitch.men(zone, holder.seat)) end
  end
  return list
end

-- FC-PASS-4: the attack may spend a card whose arrow fits the pass.
local function arrow_bonus(passer, receiver, direction)
  local seat = passer.seat
  local fitting = rules.hand.arrows(seat, {direction})
  local card = choose.one{
    seat = seat, prompt = "arrow_pass", from = fitting, optional = true,
    about = {passer = passer, receiver = receiver, direction = direction},
  }
  if not card then return 0 end
  rules.hand.spend(card, seat)
  return 2
end

-- FC-PASS-3: a pass sideways or back earns one point for the steal contest.
local function direction_bonus(direction)
  return rules.pitch.ahead(direction) and 0 or 1
end

-- What the rest of the turn must know about a pass (FC-STEAL-1, FC-STEAL-2).
local function remember(passer, receiver, direction, bonus)
  local from, to = rules.pitch.line(passer), rules.pitch.line(receiver)
  if from == 0 and to == rules.pitch.MIDFIELD then game.goal_kick = true end
  if from == rules.pitch.FORWARD and rules.pitch.sideways(direction) then game.square_pass = true end
  game.passer, game.receiver = passer, receiver
  game.pass_bonus = math.min(3, game.pass_bonus + bonus)
end

-- The line of the commentary that fits a pass.
local function call(passer, receiver)
  if passer.zone.name ~= "section" then
    return rules.pitch.line(receiver) == rules.pitch.MIDFIELD and "goal_kick" or "throw"
  end
  return "pass"
end

-- FC-PASS-1 to FC-PASS-4, A1: the ball goes to the receiver, bonuses add up.
local function deliver(passer, receiver)
  local direction = rules.pitch.direction(passer, receiver)
  local bonus = arrow_bonus(passer, receiver, direction) + direction_bonus(direction)
  say(call(passer, receiver), {passer = passer, receiver = receiver, direction = direction})
  remember(passer, receiver, direction, bonus)
  local params = {passer = passer, receiver = receiver, direction = direction, seat = passer.seat}
  raise("pass.made", params, function() rules.ball.give(receiver) end)
end

-- Whoever may get the ball from the holder along some directions.
function attack.receivers(holder, directions)
  if holder.zone.name ~= "section" then return from_keeper(holder.seat) end
  return around(holder, directions)
end

-- Whether the holder has anybody to pass to along some directions.
function attack.can_pass(holder, directions)
  if holder.zone.name ~= "section" then return true end
  for _, direction in ipairs(directions) do
    local zone = holder.zone:step(direction, holder.seat)
    if zone and #rules.pitch.men(zone, holder.seat) > 0 then return true end
  end
  return false
end

-- A8: whether the holder may keep the ball; the option forbids it to keepers.
local function may_keep(holder)
  return holder.zone.name == "section" or game.options.keeper_passes == "may"
end

-- FC-PASS-1: the holder may pass once. Cards may answer it.
function attack.try_pass(directions)
  local holder = assert(rules.ball.held_by(game.attack), "the attack has no ball")
  local receiver = choose.one{
    seat = game.attack, prompt = "pass", about = {player = holder},
    from = attack.receivers(holder, directions), optional = may_keep(holder),
  }
  if not receiver then return end
  deliver(holder, receiver)
  rules.hand.exchange("pass")
  if game.more_passes > 0 then schedule("attack.pass_again") end
end

-- One-Two: a further pass, which must go forward.
function attack.pass_again()
  game.more_passes = game.more_passes - 1
  if rules.ball.held_by(game.attack) then attack.try_pass(rules.pitch.AHEAD) end
end

return attack

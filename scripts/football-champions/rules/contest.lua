-- What steal contests and shots share: values, bonuses, dice.
local contest = {}

-- The value of a man put in goal after his keeper was sent off (A19).
local EMERGENCY_SAVE = 3

-- Opens a contest between two players with nothing added yet.
function contest.open(kind, attacker, defender, value)
  game.contest = kind
  game.attacker, game.defender = attacker, defender
  game.value, game.attack_value = value, value
  game.attack_bonus, game.defence_bonus = 0, 0
  game.shot_bonus, game.header_bonus = 0, 0
  game.attack_die, game.defence_die = 0, 0
end

-- Ends a contest and clears its cards.
function contest.close()
  rules.hand.sweep()
  game.contest = "none"
  game.spot_kick = false
end

-- FC-STEAL-4: a bonus for the side's number in this contest.
function contest.add(seat, points)
  if seat == game.attacker.seat then
    game.attack_bonus = game.attack_bonus + points
  else
    game.defence_bonus = game.defence_bonus + points
  end
end

-- FC-SHOT-3: a bonus that waits for the declaration.
function contest.promise(value, points)
  if value == "header" then
    game.header_bonus = game.header_bonus + points
  else
    game.shot_bonus = game.shot_bonus + points
  end
end

-- FC-SHOT-3, A19: keepers always use Save.
function contest.save_of(keeper)
  if keeper.position == "goalkeeper" then return keeper.save end
  return EMERGENCY_SAVE
end

local function defence_number()
  if game.contest == "shot" then return contest.save_of(game.defender) end
  return game.defender[game.value]
end

-- FC-STEAL-5, FC-SHOT-4: value, modifiers and die of each side.
function contest.totals()
  return game.attacker[game.attack_value] + game.attack_bonus + game.attack_die,
         defence_number() + game.defence_bonus + game.defence_die
end

-- What a team's number in the contest comes to as it stands, with the dice that are still to be thrown; nothing where
-- it is in none.
function contest.forecast(seat)
  if game.contest == "none" or not game.attacker or not game.defender then return nil end
  if game.attack_die == 0 then contest.throw() end
  local attack, defence = contest.totals()
  if seat == game.attacker.seat then return attack end
  return defence
end

-- Who is in a contest, and how the numbers stand.
function contest.stakes()
  local attack, defence = contest.totals()
  return {
    attacker = game.attacker, attack_value = game.attack_value, attack = attack,
    defender = game.defender, defence_value = game.contest == "shot" and "save" or game.value, defence = defence,
    attack_die = game.attack_die, defence_die = game.defence_die,
  }
end

-- FC-STEAL-5: one die each.
function contest.roll()
  game.attack_die = roll("attack")
  game.defence_die = roll("defence")
end

function contest.throw()
  contest.roll()
  raise("contest.rolled", {attacker = game.attacker, defender = game.defender})
end

-- FC-STEAL-5, FC-SHOT-4: the dice, then what cards may do about them.
function contest.dice()
  contest.throw()
  rules.hand.exchange("dice")
end

-- Keep Cool: one side's own die again.
function contest.reroll(seat)
  if seat == game.attacker.seat then
    game.attack_die = roll("attack")
  else
    game.defence_die = roll("defence")
  end
end

-- Tells how the numbers add up.
function contest.tell()
  local stakes = contest.stakes()
  say("contest.totals", stakes)
  return stakes.attack, stakes.defence
end

return contest

-- Step 3: the defence may try to win the ball.
local steal = {}

-- FC-STEAL-1: Pace or Tackle; after a goal kick also Header.
local function values()
  if game.goal_kick then return {"pace", "tackle", "header"} end
  return {"pace", "tackle"}
end

-- FC-STEAL-1: the defence picks a man in the holder's section and the value.
function steal.offer()
  local holder = rules.ball.held_by(game.attack)
  if game.whistle or not holder or holder.zone.name ~= "section" then return end
  local challenges = options():product(rules.pitch.men(holder.zone, game.defence), values())
  local defender, value = choose.one{
    seat = game.defence, prompt = "steal", about = {player = holder}, from = challenges, optional = true,
  }
  if defender then steal.begin(holder, defender, value) end
end

-- FC-STEAL-3: two against one.
local function outnumbered(holder)
  return count{zone = holder.zone, type = "player", seat = game.attack} == 1
     and count{zone = holder.zone, type = "player", seat = game.defence} == 2
end

-- FC-STEAL-2: after a pass along the forward line the holder may use his head.
local function heads(holder, value)
  if not game.square_pass or value == "header" then return value end
  return choose.one{
    seat = game.attack, prompt = "own_value", about = {player = holder, value = value}, from = {value, "header"},
  }
end

-- FC-STEAL-1 to FC-STEAL-4: the contest with what is known before the cards.
function steal.begin(holder, defender, value)
  rules.contest.open("steal", holder, defender, value)
  game.attack_bonus = game.pass_bonus + game.pass_help
  if outnumbered(holder) then game.defence_bonus = 1 end
  raise("steal.begins", {attacker = holder, defender = defender, value = value})
  game.attack_value = heads(holder, value)
  schedule("steal.cards")
  schedule("steal.dice")
  schedule("steal.settle")
end

-- FC-STEAL-4: both sides may play cards; the value is known.
function steal.cards()
  rules.hand.exchange("steal")
end

-- FC-STEAL-5: the dice.
function steal.dice()
  rules.contest.dice()
end

-- FC-STEAL-5, A15: equal totals roll the dice again, nothing else.
local function break_ties()
  local attack, defence = rules.contest.tell()
  while attack == defence do
    say("contest.tie")
    rules.contest.roll()
    attack, defence = rules.contest.tell()
  end
  return attack > defence
end

-- FC-STEAL-6: the defender takes the ball, the roles stay.
local function take(attacker, defender)
  raise("ball.won", {player = defender, from = attacker}, function() rules.ball.give(defender) end)
end

local function settled(attacker, defender, winner)
  raise("steal.settled", {attacker = attacker, defender = defender, winner = winner})
end

-- FC-STEAL-6: the attack loses, unless a card makes it a penalty kick.
local function lose(attacker, defender)
  raise("contest.lost", {attacker = attacker, defender = defender})
  rules.hand.window("lost", game.attack)
  if game.penalty_for then
    settled(attacker, defender, game.defence)
    schedule("penalty.kick", game.penalty_for)
    return
  end
  take(attacker, defender)
  settled(attacker, defender, game.defence)
  rules.hand.window("won", game.defence)
end

-- FC-STEAL-6: the higher total has the ball.
function steal.settle()
  local attacker, defender = game.attacker, game.defender
  if break_ties() then
    say("steal.kept", {player = attacker, defender = defender})
    settled(attacker, defender, game.attack)
  else
    lose(attacker, defender)
  end
  rules.contest.close()
end

return steal

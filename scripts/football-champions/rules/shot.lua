-- Step 4: the attack may shoot.
local shot = {}

-- FC-SHOT-1: step 4, unless the whistle has gone.
function shot.step()
  if not game.whistle then shot.offer() end
end

-- FC-SHOT-1: a holder on the forward line may shoot; corners come here too.
function shot.offer()
  local shooter = rules.ball.held_by(game.attack)
  if not shooter or rules.pitch.line(shooter) ~= rules.pitch.FORWARD then return end
  if choose.yes{seat = game.attack, prompt = "shoot", about = {player = shooter}} then
    shot.begin(shooter, rules.pitch.keeper(game.defence), false)
  end
end

-- FC-SHOT-2, A4: one card as an arrow forward is a point for a Shot.
local function aim(shooter)
  local seat = shooter.seat
  local forward = rules.hand.arrows(seat, rules.pitch.AHEAD)
  local card = choose.one{
    seat = seat, prompt = "arrow_shot", about = {player = shooter}, from = forward, optional = true,
  }
  if not card then return end
  rules.hand.spend(card, seat)
  rules.contest.promise("shot", 1)
end

-- FC-SHOT-2 to FC-SHOT-4: arrow, cards, declaration, dice.
function shot.begin(shooter, keeper, spot_kick)
  rules.contest.open("shot", shooter, keeper, "shot")
  game.spot_kick = spot_kick
  say("shot.begins", {shooter = shooter, keeper = keeper})
  aim(shooter)
  schedule("shot.cards")
  schedule("shot.declare")
  schedule("shot.dice")
  schedule("shot.settle")
end

-- FC-SHOT-3: cards are committed before the kind of shot is known.
function shot.cards()
  rules.hand.exchange("shot")
end

-- FC-PEN-4: a penalty kick is never headed.
local function kind(shooter)
  if game.spot_kick then return "shot" end
  return choose.one{seat = shooter.seat, prompt = "declare", about = {player = shooter}, from = {"shot", "header"}}
end

-- FC-SHOT-3: Shot or Header; what was promised to the other is lost.
function shot.declare()
  local shooter = game.attacker
  local value = kind(shooter)
  game.attack_value = value
  rules.contest.add(shooter.seat, value == "header" and game.header_bonus or game.shot_bonus)
  raise("shot.declared", {shooter = shooter, keeper = game.defender, value = value})
end

-- FC-SHOT-4: the dice.
function shot.dice()
  rules.contest.dice()
end

-- FC-SHOT-5: a goal; the other side kicks off next turn, if there is one (A21).
function shot.goal(scorer)
  local seat = scorer.seat
  raise("goal.scored", {scorer = scorer, seat = seat}, function()
    seat.goals = seat.goals + 1
    game.restart = seat.opponents[1]
    rules.ball.kill()
  end)
  say("score", {home = game.seats[1].goals, away = game.seats[2].goals})
end

-- FC-SHOT-6, A16: the keeper holds it, or any man of his on the defence line.
function shot.saved(keeper, shooter)
  local seat = keeper.seat
  raise("shot.saved", {keeper = keeper, shooter = shooter})
  local line = rules.pitch.on_line(rules.pitch.DEFENCE, seat)
  rules.ball.pick(seat, options():add(keeper):add(line))
end

-- FC-SHOT-5 to FC-SHOT-7: goal, save or corner.
function shot.settle()
  local shooter, keeper = game.attacker, game.defender
  local attack, defence = rules.contest.tell()
  rules.contest.close()
  if attack > defence then
    shot.goal(shooter)
  elseif attack < defence then
    shot.saved(keeper, shooter)
  else
    schedule("corner.begin")
  end
end

return shot

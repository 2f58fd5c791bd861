-- Corner kicks: a tied shot stops play, both sides rearrange themselves, and
-- the ball drops somewhere on the attack's forward line.
local corner = {}

-- FC-CORNER-0 to FC-CORNER-3: substitutions, both movements, the ball.
function corner.begin()
  raise("corner.given", {seat = game.attack}, rules.ball.kill)
  for _, seat in ipairs({game.attack, game.defence}) do
    schedule("substitution.offer", seat)
  end
  for _, seat in ipairs({game.attack, game.defence}) do
    schedule("moves.roll", seat)
    schedule("corner.move", seat)
  end
  schedule("corner.drop")
end

-- FC-CORNER-1, FC-CORNER-2: the movement tables, with no ball to dribble.
function corner.move(seat)
  rules.moves.make(seat, nil)
end

-- FC-CORNER-3: the die names the wing, as the attack sees it.
function corner.drop()
  local wing = roll("corner")
  local zone = rules.pitch.section(rules.pitch.FORWARD, wing, game.attack)
  move(rules.ball.card(), zone)
  say("corner.drops", {to = zone})
  corner.reach(zone)
end

-- FC-CORNER-4: who stands there?
function corner.reach(zone)
  local attackers = rules.pitch.men(zone, game.attack)
  local defenders = rules.pitch.men(zone, game.defence)
  if #attackers > 0 and #defenders > 0 then
    schedule("corner.duel", zone)
  elseif #attackers > 0 then
    rules.ball.pick(game.attack, attackers)
    schedule("shot.offer")
  elseif #defenders > 0 then
    rules.ball.pick(game.defence, defenders)
  else
    rules.ball.pick(game.defence, {rules.pitch.keeper(game.defence)})
  end
end

local function name(seat, zone)
  return choose.one{seat = seat, prompt = "corner_man", from = rules.pitch.men(zone, seat)}
end

-- FC-CORNER-4: one player each, a value by the die, no cards and no bonus.
function corner.duel(zone)
  local attacker, defender = name(game.attack, zone), name(game.defence, zone)
  local value = roll("loose_ball")
  local attack, defence = attacker[value] + roll("attack"), defender[value] + roll("defence")
  say("corner.duel", {attacker = attacker, defender = defender, value = value, attack = attack, defence = defence})
  corner.award(attacker, defender, attack - defence)
end

-- FC-CORNER-4, FC-CORNER-5, A18: the higher holds; equal, and it is taken again.
function corner.award(attacker, defender, difference)
  if difference > 0 then
    rules.ball.pick(game.attack, {attacker})
    schedule("shot.offer")
  elseif difference < 0 then
    rules.ball.pick(game.defence, {defender})
  else
    say("corner.again")
    schedule("corner.begin")
  end
end

return corner

-- What a position is worth to a side, for bots that look one step ahead. The
-- numbers are rough guesses at goals, a goal being 1000.
local standing = {}

local GOAL, CARD, BALL, LINE = 1000, 3, 60, 40
local HOUNDED, CLOSE, NEAR = 20, 10, 4
local TRY, POINT = 300, 60
local RISK, EDGE = 90, 15

local function best_attempt(player)
  return math.max(player.shot + game.shot_bonus, player.header + game.header_bonus)
end

-- A holder on the forward line is about to shoot.
local function chance(holder)
  local keeper = rules.pitch.keeper(holder.seat.opponents[1])
  if not keeper or rules.pitch.line(holder) ~= rules.pitch.FORWARD then return 0 end
  return 12 * math.max(0, math.max(holder.shot, holder.header) - rules.contest.save_of(keeper) + 5)
end

-- Having the ball is better far forward, and worse among opponents, those close by
-- included.
local function possession(holder)
  local worth = BALL + LINE * rules.pitch.line(holder) + chance(holder)
  if holder.zone.name ~= "section" then return worth end
  local other = holder.seat.opponents[1]
  worth = worth - (HOUNDED + CLOSE) * #rules.pitch.men(holder.zone, other)
  for _, zone in ipairs(holder.zone:neighbours()) do
    worth = worth - NEAR * #rules.pitch.men(zone, other)
  end
  return worth
end

-- How far the attacker is ahead in the contest that is on.
local function margin()
  local attack, defence = rules.contest.totals()
  if game.contest == "shot" then
    attack = best_attempt(game.attacker) + game.attack_bonus + game.attack_die
  end
  return attack - defence
end

-- A contest that is on, for the side of its attacker.
local function contest()
  if game.contest == "shot" then return TRY + POINT * margin() end
  return EDGE * margin() - RISK
end

-- The worth of a position to a side: its own less the other's.
function standing.of(seat)
  local other = seat.opponents[1]
  local worth = GOAL * (seat.goals + seat.penalties - other.goals - other.penalties)
    + CARD * (seat.hand.count - other.hand.count)
  local holder = rules.ball.holder()
  if holder then worth = worth + (holder.seat == seat and 1 or -1) * possession(holder) end
  if game.contest ~= "none" then worth = worth + (game.attacker.seat == seat and 1 or -1) * contest() end
  return worth
end

return standing

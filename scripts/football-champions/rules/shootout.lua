-- The shoot-out after a level extra time.
local shootout = {}

local FIVE = 5

-- A14: anybody on the pitch but the keeper.
local function takers(seat)
  return cards{zone = "section", type = "player", seat = seat}
end

-- FC-OUT-1: both sides name their five in secret.
function shootout.begin()
  say("shootout.begins")
  local named = choose.secret{
    seats = game.seats, prompt = "five_kickers", from = takers, min = FIVE, max = FIVE,
  }
  for _, seat in ipairs(game.seats) do
    for _, player in ipairs(named[seat.number]) do player.named = true end
    say("shootout.named", {seat = seat, players = named[seat.number]})
  end
  schedule("shootout.toss")
end

-- FC-OUT-2: the coin says who kicks first.
function shootout.toss()
  game.first_kicker = rules.setup.coin()
  say("shootout.first", {seat = game.first_kicker})
  schedule("shootout.round", 1)
end

-- FC-OUT-3: one kick each, in turns, then the count.
function shootout.round(number)
  say("shootout.round", {number = number})
  schedule("shootout.kick", game.first_kicker)
  schedule("shootout.kick", game.first_kicker.opponents[1])
  schedule("shootout.count", number)
end

local function fewest(players)
  local least
  for _, player in ipairs(players) do
    if not least or player.kicks < least then least = player.kicks end
  end
  return least
end

-- FC-OUT-3, A14: the five first, then whoever has kicked least often.
local function next_takers(seat)
  local five = cards{zone = "section", type = "player", seat = seat, named = true, kicks = 0}
  if #five > 0 then return five end
  return cards{zone = "section", type = "player", seat = seat, kicks = fewest(takers(seat))}
end

-- FC-OUT-4: the same way, and only a strictly higher total beats the keeper.
local function beats(kicker)
  local keeper = rules.pitch.keeper(kicker.seat.opponents[1])
  local attack = kicker.shot + roll("attack")
  local defence = rules.contest.save_of(keeper) + roll("defence")
  say("shootout.duel", {kicker = kicker, attack = attack, keeper = keeper, defence = defence})
  return attack > defence
end

-- FC-OUT-3, FC-OUT-4: one kick.
function shootout.kick(seat)
  local kicker = choose.one{seat = seat, prompt = "kicker", from = next_takers(seat)}
  kicker.kicks = kicker.kicks + 1
  if rules.penalty.beaten(kicker) or beats(kicker) then
    seat.penalties = seat.penalties + 1
    say("shootout.goal", {kicker = kicker, home = game.seats[1].penalties, away = game.seats[2].penalties})
  else
    say("shootout.miss", {kicker = kicker, home = game.seats[1].penalties, away = game.seats[2].penalties})
  end
end

-- FC-OUT-3, FC-OUT-5: after five kicks each, and then after every further pair,
-- more goals win.
function shootout.count(number)
  local home, away = game.seats[1], game.seats[2]
  if number < FIVE or home.penalties == away.penalties then
    schedule("shootout.round", number + 1)
  elseif home.penalties > away.penalties then
    finish(home, "shootout")
  else
    finish(away, "shootout")
  end
end

return shootout

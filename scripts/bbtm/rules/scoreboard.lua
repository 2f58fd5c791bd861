-- The Scoreboard phase: who wins each matchup.
local scoreboard = {}

local BALL = 2

-- Resolve Matchups, each completely before the next; empty ones are only cleared.
function scoreboard.resolve()
  for _, matchup in ipairs(rules.pitch.matchups()) do
    if any{zone = "pitch", at = matchup} then
      schedule("scoreboard.reveal_tokens", matchup)
      schedule("scoreboard.use_abilities", matchup)
      schedule("scoreboard.determine_winner", matchup)
    end
    schedule("scoreboard.clear_the_pitch", matchup)
  end
end

-- Reveal Cheating Tokens: ejections first, then fans, in the order of the list of effects.
function scoreboard.reveal_tokens(matchup)
  raise("matchup.resolved", {matchup = matchup})
  rules.tokens.reveal(matchup)
  for _, resolve in pairs(does.effect) do resolve(matchup) end
end

-- Resolve Scoreboard Phase Abilities in turn order.
function scoreboard.use_abilities(matchup)
  raise("matchup.scored", {matchup = matchup})
end

-- A team's Star Power: players, revealed tokens and the ball.
function scoreboard.total(seat, matchup)
  local total = sum("power", {zone = "pitch", at = matchup, seat = seat})
    + sum("value", {zone = "tokens", at = matchup, effect = "power", face_up = true, host = {seat = seat}})
  local carrier = rules.ball.carrier(matchup)
  if carrier and carrier.seat == seat then total = total + BALL end
  return raise("team.totalled", {matchup = matchup, seat = seat, total = total}, function(ev)
    say("total", {seat = seat, total = ev.total})
  end).total
end

-- What a team's Star Power comes to if the matchup is counted as it stands.
function scoreboard.forecast(seat, matchup)
  scoreboard.reveal_tokens(matchup)
  scoreboard.use_abilities(matchup)
  return scoreboard.total(seat, matchup)
end

-- The teams with the most Star Power among those given.
local function leaders(teams)
  local best = {}
  for _, seat in ipairs(teams) do
    if not best[1] or seat.total > best[1].total then
      best = {seat}
    elseif seat.total == best[1].total then
      best[#best + 1] = seat
    end
  end
  return best
end

-- The best team: in a tie the one with the ball; else a highlight is drawn, and at a tournament the first manager
-- decides.
local function best_of(matchup, teams)
  local tied = leaders(teams)
  if #tied < 2 then return tied[1] end
  local carrier = rules.ball.carrier(matchup)
  for _, seat in ipairs(tied) do
    if carrier and carrier.seat == seat then return seat end
  end
  if matchup.type == "highlight" then return nil end
  return choose.one{seat = game.first, prompt = "rank", about = {matchup = matchup}, from = tied}
end

local function without(teams, seat)
  local rest = {}
  for _, other in ipairs(teams) do
    if other ~= seat then rest[#rest + 1] = other end
  end
  return rest
end

-- The result of a winner: how far ahead of the best of the rest he is.
local function win(matchup, seat, result, margin)
  seat.result = result
  raise("matchup.won", {matchup = matchup, seat = seat, result = result, margin = margin})
end

-- The results of all teams when there is a winner; tournaments of three or four managers have a runner-up.
local function give_results(matchup, teams, winner)
  local rest = without(teams, winner)
  local second = leaders(rest)[1]
  local runner_up
  if matchup.type == "tournament" and #game.seats > 2 then runner_up = best_of(matchup, rest) end
  win(matchup, winner, "winner", winner.total - (second and second.total or 0))
  if runner_up then
    rest = without(rest, runner_up)
    local third = leaders(rest)[1]
    win(matchup, runner_up, "runner_up", third and runner_up.total - third.total or 0)
  end
  for _, seat in ipairs(rest) do
    seat.result = "loser"
    raise("matchup.lost", {matchup = matchup, seat = seat})
  end
end

-- Determine Winner, then the abilities about winning and losing, then payouts in turn order.
function scoreboard.determine_winner(matchup)
  local teams = rules.pitch.teams(matchup)
  for _, seat in ipairs(teams) do
    seat.result = "none"
    seat.total = scoreboard.total(seat, matchup)
  end
  local winner = best_of(matchup, teams)
  if winner then
    give_results(matchup, teams, winner)
  elseif #teams > 0 then
    raise("matchup.drawn", {matchup = matchup})
  end
  for _, seat in ipairs(teams) do schedule("payouts.collect", matchup, seat) end
end

-- Clear the Pitch: players to the discard piles, the highlight to the box, the ball to the supply.
function scoreboard.clear_the_pitch(matchup)
  for _, player in ipairs(cards{zone = "pitch", at = matchup}) do rules.players.clear(player) end
  if matchup.type == "highlight" then
    rules.pitch.box(matchup)
  elseif not matchup.midfield.empty then
    move(matchup.midfield.top, game.balls)
  end
end

-- Pass the Golden Coin to the left; the next week begins.
function scoreboard.pass_the_coin()
  if rules.season.over() then return end
  game.first = game.first.next
  say("first", {seat = game.first})
  game.week = game.week + 1
end

return scoreboard

-- Winning (digest section 8) and the judgement.
local victory = {}

-- WIN-DRAGON: called by the dragon that fell; its own player placed it on the goal land.
function victory.dragon(seat, monster, level)
  if rules.variant.solo() then return end
  if monster.owner == seat and level == rules.variant.goal() then finish(seat, "dragon") end
end

-- WIN-CLEARED: besieged at the goal since before this turn, and every monster of the others is beaten.
function victory.cleared(seat)
  if not rules.variant.solo() and seat.besieged and not rules.land.invaded(seat) then finish(seat, "cleared") end
end

-- Whether a seat is at the goal level.
local function arrived(seat)
  return rules.land.level(seat) >= rules.variant.goal()
end

-- A4: the monsters that oppose a seat at the goal; its own ones only by the option.
local function opposed(seat)
  if game.options.own_monsters == "bar" then return rules.land.threatened(seat) end
  return rules.land.invaded(seat)
end

-- WIN-UNOPPOSED: the seat whose turn would come is at the goal, and no monster of another is on its lands.
function victory.unopposed(seat)
  if not rules.variant.solo() and arrived(seat) and not opposed(seat) then finish(seat, "unopposed") end
end

-- SM-SOLO-WIN: at the goal when the turn begins, and, but for the option, still there when its end is declared (b10).
local function journey_done(seat)
  return seat.summit and not rules.land.threatened(seat) and (arrived(seat) or game.options.solo_goal == "begun")
end

-- SM-ACT-END, SM-SOLO-WIN: the end of the turn is declared; solo wins here.
function victory.declare_end(seat)
  seat.done = true
  say("ends", { seat = seat })
  if rules.variant.solo() and journey_done(seat) then finish(seat, "seven_missions") end
end

-- b23: whether a seat below the goal has neither cards nor an ability left.
local function spent(seat)
  for _, zone in ipairs(rules.deck.zones(seat)) do
    if not zone.empty then return false end
  end
  return #actions("tap", seat) == 0 and not arrived(seat)
end

-- b23: nobody can do anything any more, and no monster waits to come back to a hand: as if time were up.
function victory.deadlock()
  if any{ zone = "lands", holds = "monster" } then return end
  for _, seat in ipairs(game.seats) do
    if not spent(seat) then return end
  end
  say("deadlock")
  victory.time()
end

-- JUDGE: a row stays short because its pile is empty (A13); not in solo (A26).
function victory.exhausted(row)
  if row.count < rules.market.size(row) and rules.variant.sheet().judged then
    say("exhausted", { zone = row })
    victory.judge()
  end
end

-- Pure: the agreed number of rounds is played (TIME).
function victory.time_up()
  local limit = game.options.turn_limit
  return limit > 0 and game.round > limit
end

-- TIME: the game ends by judgement; a solo game is lost.
function victory.time()
  if rules.variant.solo() then finish({}, "time") else victory.judge() end
end

-- JUDGE 1: lands, those with monsters left out.
local function safe_lands(seat)
  return count{ zone = seat.lands, holds_no = "monster" }
end

-- JUDGE 2: lands with a mission.
local function missions(seat)
  return count{ zone = seat.lands, holds = "mission" }
end

-- JUDGE 3: companions among the own cards, level 5 characters included.
local function companions(seat)
  local n = 0
  for _, zone in ipairs(rules.deck.zones(seat)) do n = n + count{ zone = zone, type = { "companion", "character" } } end
  return n
end

-- The seats with the highest measure.
local function best(seats, measure)
  local top, out = -1, {}
  for _, seat in ipairs(seats) do
    local n = measure(seat)
    if n > top then top, out = n, {} end
    if n == top then out[#out + 1] = seat end
  end
  return out
end

-- JUDGE, TIME: lands, then missions, then companions; a tie is a draw, or rolled for.
function victory.judge()
  local seats = best(best(best(game.seats, safe_lands), missions), companions)
  for _, seat in ipairs(game.seats) do
    say("judged", { seat = seat, lands = safe_lands(seat), missions = missions(seat), companions = companions(seat) })
  end
  if #seats > 1 and game.options.tie == "draw" then return finish({ draw = seats }, "draw") end
  finish(rules.dice.highest(seats, 2), "judged")
end

return victory

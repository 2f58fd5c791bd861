-- Tackling: declare, compare, roll, choose, apply.
local tackle = {}

-- The players he may choose: opponents at his matchup, but no carrier who stands firm.
function tackle.targets(player)
  return cards{
    zone = "pitch", at = player.place,
    ["not"] = {any = {{seat = player.seat}, {with = "stand_firm", holds = "ball"}}},
  }
end

-- One use of tackle: the manager declares a target or lets it be.
function tackle.open(player)
  raise("tackle.opened", {player = player, matchup = player.place, seat = player.seat}, function()
    local targets = tackle.targets(player)
    local target = choose.one{
      seat = player.seat, prompt = "tackle", about = {player = player}, from = targets, optional = true,
    }
    if target then tackle.attempt(player, target) end
  end)
end

-- Piling On: the targets whom nobody with Piling On has tackled successfully this week.
function tackle.fresh_targets(player)
  local fresh = {}
  for _, target in ipairs(tackle.targets(player)) do
    if not target.piled_on then fresh[#fresh + 1] = target end
  end
  return fresh
end

-- Piling On: another attempt against one of them, if he is still on his feet.
function tackle.pile_on(player)
  if not player.host or player.posture == "downed" then return end
  local targets = tackle.fresh_targets(player)
  local target = choose.one{seat = player.seat, prompt = "tackle", about = {player = player}, from = targets}
  if target then tackle.attempt(player, target) end
end

-- What every moment of an attempt tells, who tackles whom and where, and what this one tells besides.
local function told(ev, besides)
  local all = {tackler = ev.tackler, target = ev.target, matchup = ev.matchup, seat = ev.seat, opponent = ev.opponent}
  for name, value in pairs(besides) do all[name] = value end
  return all
end

-- The comparison of Star Power: how the tackler stands against the target.
local function compare(ev)
  local now = raise("tackle.compared", told(ev, {tackler_power = ev.power, target_power = ev.target.power}))
  local own, other = now.tackler_power, now.target_power
  if ev.stronger or own > other then return "stronger", own, other end
  return own == other and "even" or "weaker", own, other
end

-- The number of dice: one between equals, else two.
local function settle_dice(ev, odds, own, other)
  local dice = odds == "even" and 1 or 2
  local diced = {tackler_power = own, target_power = other, odds = odds, dice = dice, both = false}
  return raise("tackle.diced", told(ev, diced))
end

-- The roll, and what makes it be rolled again.
local function throw(ev, dice)
  local faces = roll("tackle", dice)
  return raise("tackle.rolled", told(ev, {first = faces[1], second = faces[2]}))
end

-- All dice of the attempt are rolled again.
function tackle.reroll_all(ev)
  ev.first = roll("tackle")
  if ev.second then ev.second = roll("tackle") end
end

-- One die of the attempt, of the manager's choice, is rolled again.
function tackle.reroll_one(ev, seat)
  local face = ev.first
  if ev.second and ev.second ~= ev.first then
    face = choose.one{seat = seat, prompt = "reroll", from = {ev.first, ev.second}}
  end
  if face == ev.first then ev.first = roll("tackle") else ev.second = roll("tackle") end
end

-- Which of two results is applied: the tackler's manager chooses if he is stronger, else the other one.
local function choose_result(ev, odds, rolled)
  if rolled.first == rolled.second then return rolled.first end
  local seat = odds == "weaker" and ev.opponent or ev.seat
  return choose.one{
    seat = seat, prompt = "result", about = {tackler = ev.tackler, target = ev.target},
    from = {rolled.first, rolled.second},
  }
end

-- Target down: Guard may take it over, then the tackle succeeds.
local function land(ev, hits, double)
  local target = raise("tackle.landed", told(ev, {declared = ev.target})).target
  local tackled = game.options.guard_counts_as_tackled == "yes" and target or ev.target
  if ev.tackler:has("piling_on") then tackled.piled_on = true end
  raise("tackle.succeeded", told(ev, {target = target, tackled = tackled, double = double}), function()
    rules.players.hit(target, hits, ev.tackler)
  end)
end

-- Applies one result, or both: what hits the target first, then what hits the tackler.
local function apply(ev, first, second, double)
  local function times(face) return (first == face and 1 or 0) + (second == face and 1 or 0) end
  local hits, slips, misses = times("target_down"), times("tackler_down"), times("miss")
  if hits > 0 then land(ev, hits, double) end
  if slips > 0 then
    local back = {tackler = ev.tackler, target = ev.target, matchup = ev.matchup, seat = ev.seat}
    raise("tackle.backfired", back, function()
      rules.players.hit(ev.tackler, slips)
    end)
  end
  if misses > 0 then
    raise("tackle.missed", {
      tackler = ev.tackler, target = ev.target, matchup = ev.matchup, seat = ev.seat, stronger = ev.stronger,
    })
  end
end

-- The attempt itself: comparison, dice, result.
local function resolve(ev)
  local odds, own, other = compare(ev)
  local dice = settle_dice(ev, odds, own, other)
  local count, both = dice.dice, dice.both
  local rolled = throw(ev, count)
  local first, second = rolled.first, rolled.second
  local double = first == "target_down" and second == "target_down"
  if both or not second then
    apply(ev, first, second, double)
  else
    apply(ev, choose_result(ev, odds, rolled), nil, double)
  end
end

-- One attempt of a player against a target; power stands in for his own Star Power.
function tackle.attempt(tackler, target, power)
  if not tackler.host or tackler.place ~= target.place then return end
  raise("tackle.attempted", {
    tackler = tackler, target = target, matchup = tackler.place, seat = tackler.seat, opponent = target.seat,
    power = power or tackler.power, stronger = false,
  }, resolve)
end

return tackle

-- The season as a whole.
local season = {}

-- The season ends with the week of The Blood Bowl.
function season.over()
  local card = game.spike.top
  return card ~= nil and card.type == "tournament" and card.final
end

-- Star Power of a seat at a matchup as far as it lies open, and the best of the others.
local function lead(seat, matchup)
  local own = sum("power", {zone = "pitch", at = matchup, seat = seat})
  local best = 0
  for _, rival in ipairs(seat.opponents) do
    best = math.max(best, sum("power", {zone = "pitch", at = matchup, seat = rival}))
  end
  local carrier = rules.ball.carrier(matchup)
  if carrier and carrier.seat == seat then own = own + 2 elseif carrier then best = best + 2 end
  return own - best
end

-- For bots: fans, something for improvements, for being at a matchup and for leading there.
function season.standing(seat)
  local value = 10 * seat.fans + 12 * seat.improvements
  for _, matchup in ipairs(rules.pitch.matchups()) do
    if any{zone = "pitch", at = matchup, seat = seat} then
      value = value + 10 + 5 * math.max(-3, math.min(3, lead(seat, matchup)))
    end
  end
  return value
end

return season

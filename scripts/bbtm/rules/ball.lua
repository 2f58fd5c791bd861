-- The ball of a matchup: at midfield, or with its carrier.
local ball = {}

-- The player who has the ball, or nil when it is at midfield.
function ball.carrier(matchup)
  return first{zone = "pitch", at = matchup, holds = "ball"}
end

-- A player becomes the ball carrier, wherever at his matchup the ball is.
function ball.give(player)
  local matchup = player.place
  local from = ball.carrier(matchup)
  if from == player then return end
  raise("ball.gained", {player = player, matchup = matchup, from = from}, function(ev)
    move((from and from.carries or matchup.midfield).top, ev.player.carries)
    if from then raise("ball.lost", {player = from, matchup = matchup}) end
  end)
end

-- The ball goes to midfield.
function ball.loosen(matchup)
  local from = ball.carrier(matchup)
  if not from then return end
  move(from.carries.top, matchup.midfield)
  raise("ball.lost", {player = from, matchup = matchup})
end

-- A player who goes down or leaves drops the ball.
function ball.drop(player, cause)
  if player.carries.empty then return end
  raise("ball.dropped", {player = player, matchup = player.place, cause = cause}, function()
    ball.loosen(player.place)
  end)
end

return ball

-- The ball: a card that lies on its holder, or on a spot when it is dead.
local ball = {}

-- The ball itself.
function ball.card()
  return first{type = "ball"}
end

-- The player who holds the ball, or nil.
function ball.holder()
  return ball.card().host
end

-- The holder, if he belongs to the given side.
function ball.held_by(seat)
  local holder = ball.holder()
  if holder and holder.seat == seat then return holder end
end

-- Puts the ball at a player's feet.
function ball.give(player)
  move(ball.card(), player.on)
end

-- Takes the ball off everybody.
function ball.kill()
  move(ball.card(), game.spot)
end

-- Lets a side pick the holder among some of its players.
function ball.pick(seat, players)
  local holder = choose.one{seat = seat, prompt = "holder", from = players}
  ball.give(holder)
  say("holder", {player = holder})
  return holder
end

return ball

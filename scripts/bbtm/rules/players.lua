-- Player states: standing, downed, injured; and ways off the pitch.
local players = {}

-- A player becomes downed; the ball he carries falls first, while he can still answer.
function players.down(player, by)
  raise("player.downed", {player = player, matchup = player.place, by = by}, function()
    rules.ball.drop(player, "downed")
    player.posture = "downed"
  end)
end

-- A player goes to the discard pile; his tokens are set aside.
local function leave(player)
  rules.tokens.discard(player.tokens:cards())
  move(player, player.owner.discard)
end

-- A player becomes injured, by a tackler, by a manager's card, or by nobody.
function players.injure(player, by, seat)
  raise("player.injured", {player = player, matchup = player.place, by = by, seat = seat or by and by.seat}, function()
    rules.ball.drop(player, "injured")
    leave(player)
  end)
end

-- A tackle result strikes a player so many times: standing to downed, downed to injured, twice straight to injured.
function players.hit(player, times, by)
  if not player.host then return end
  if times > 1 or player.posture == "downed" then
    players.injure(player, by)
  else
    players.down(player, by)
  end
end

-- A player is ejected: off the pitch, his other tokens unused.
function players.eject(player)
  raise("player.ejected", {player = player, matchup = player.place}, function()
    rules.ball.drop(player, "ejected")
    leave(player)
  end)
end

-- A downed player stands up.
function players.stand(player)
  raise("player.stands", {player = player, matchup = player.place}, function() player.posture = "standing" end)
end

-- A carrier who is moved away leaves the ball to a friend, else at midfield.
local function leave_ball(player)
  if player.carries.empty then return end
  local friends = cards{zone = "pitch", at = player.place, seat = player.seat, except = player}
  local friend = choose.one{seat = player.seat, prompt = "leave_ball", about = {player = player}, from = friends}
  if friend then rules.ball.give(friend) end
  if not player.carries.empty then rules.ball.loosen(player.place) end
end

-- A player is moved to a different matchup; he was not committed there and uses no skills.
function players.move(player, zone)
  raise("player.moved", {player = player, matchup = player.place, to = zone}, function()
    leave_ball(player)
    move(player, zone)
    rules.pitch.close_reel()
  end)
end

-- Clear the Pitch: a player goes to the discard pile, a ball he has to the supply.
function players.clear(player)
  if not player.carries.empty then move(player.carries.top, game.balls) end
  leave(player)
end

return players

-- The skills: each word of the list has a function here, or in a mod. Cheat is mandatory, the others are optional.
local skills = {}

-- A skill printed on the card: lost once its player is downed or gone.
function skills.use(player, skill, matchup)
  if player.host == matchup and player.posture == "standing" then does.skill[skill](player) end
end

-- A skill that a card of the manager grants: a downed player uses it too.
function skills.grant(player, skill)
  if player.host then does.skill[skill](player) end
end

-- Cheating: random tokens from the pool, face down.
function skills.cheat(player)
  raise("player.cheats", {player = player, matchup = player.place, seat = player.seat}, function()
    rules.tokens.assign(player, game.tokens_per_cheat)
  end)
end

-- Where a pass sends the ball: from an opponent to midfield, else to the passing player.
local function catch(player)
  local carrier = rules.ball.carrier(player.place)
  if carrier and carrier.seat ~= player.seat then
    rules.ball.loosen(player.place)
  else
    rules.ball.give(player)
  end
end

-- Passing; the carrier himself ignores the icon.
function skills.pass(player)
  if not player.carries.empty then return end
  if not choose.yes{seat = player.seat, prompt = "pass", about = {player = player}} then return end
  raise("player.passes", {player = player, matchup = player.place, seat = player.seat, caught = true}, function(ev)
    if ev.caught then catch(player) end
  end)
end

-- Sprinting: draw a card, then discard one.
function skills.sprint(player)
  local seat = player.seat
  if seat.deck.empty and seat.discard.empty then return end
  if not choose.yes{seat = seat, prompt = "sprint", about = {player = player}} then return end
  raise("player.sprints", {player = player, matchup = player.place, seat = seat}, function()
    rules.squad.cycle(seat)
  end)
end

-- Tackling: see tackle.lua.
function skills.tackle(player)
  rules.tackle.open(player)
end

return skills

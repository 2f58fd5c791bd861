-- A turn: who attacks, and step 5.
local turn = {}

-- FC-DRAW-1: cards for each side at the end of a turn.
local DRAWN = 2
-- FC-DRAW-2: the highest roll that adds time.
local ADDED_TIME = 3

-- FC-HALF-2: everybody back to where he lined up. They all leave first, so that
-- nobody meets a full section on his way.
local function line_up()
  local away = {}
  for _, player in ipairs(cards{zone = "pitch", type = "player"}) do
    if player.zone ~= player.slot then
      away[#away + 1] = player
      move(player, player.seat.tunnel)
    end
  end
  for _, player in ipairs(away) do move(player, player.slot) end
end

-- A6: with nobody in the centre a midfielder, else anybody, goes there.
local function fill_centre(seat, centre)
  if count{zone = centre, type = "player", seat = seat} > 0 then return end
  local men = cards{zone = "section", type = "player", seat = seat, position = "midfielder"}
  if #men == 0 then men = cards{zone = "section", type = "player", seat = seat} end
  local player = choose.one{seat = seat, prompt = "to_the_centre", from = men}
  say("to_the_centre", {player = player})
  move(player, centre)
end

-- FC-SET-5, FC-SHOT-5: the ball goes to a player in the midfield centre.
local function kick_off(seat)
  game.restart = nil
  line_up()
  local centre = rules.pitch.section(rules.pitch.MIDFIELD, "centre", seat)
  fill_centre(seat, centre)
  say("kick_off", {seat = seat})
  rules.ball.pick(seat, rules.pitch.men(centre, seat))
end

-- What lasts for one turn only.
local function forget()
  game.dribbled, game.goal_kick, game.square_pass, game.whistle = false, false, false, false
  game.passer, game.receiver = nil, nil
  game.more_passes, game.pass_bonus, game.pass_help = 0, 0, 0
end

-- FC-TURN-1: the holder's side attacks for the whole turn.
function turn.begin()
  if game.restart then kick_off(game.restart) end
  local holder = assert(rules.ball.holder(), "nobody has the ball")
  game.attack, game.defence = holder.seat, holder.seat.opponents[1]
  forget()
  say("turn.roles", {attack = game.attack, holder = holder})
end

-- FC-DRAW-1: two cards each, as long as there are any.
function turn.draw()
  rules.hand.draw(game.attack, DRAWN)
  rules.hand.draw(game.defence, DRAWN)
end

local function deck_is_empty()
  return game.attack.deck.empty or game.defence.deck.empty
end

-- FC-DRAW-2, A11, A12: with an empty deck one roll says whether play goes on.
function turn.clock()
  game.turn_number = game.turn_number + 1
  if not deck_is_empty() then return end
  if roll("clock") <= ADDED_TIME then
    say("added_time")
  else
    game.half_over = true
  end
end

return turn

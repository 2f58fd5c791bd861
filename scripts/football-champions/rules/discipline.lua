-- Bookings and sending-off (filler of this project, FC-BOOK-1 to FC-BOOK-3).
local discipline = {}

-- FC-BOOK-1: a yellow card; the second one is a red.
function discipline.book(player)
  if player.booked then
    discipline.dismiss(player)
  else
    raise("player.booked", {player = player}, function() player.booked = true end)
  end
end

-- FC-BOOK-3: the ball of a dismissed man goes to an opponent in his section,
-- else to their keeper.
local function lose_ball(player)
  local seat = player.seat.opponents[1]
  local near = player.zone.name == "section" and rules.pitch.men(player.zone, seat) or {}
  if #near == 0 then near = {rules.pitch.keeper(seat)} end
  rules.ball.pick(seat, near)
end

-- A19: an outfield player of the side's choice takes the empty goal.
local function fill_goal(seat)
  if not seat.goal.empty then return end
  local men = cards{zone = "section", type = "player", seat = seat, holds_no = "ball"}
  local stand_in = choose.one{seat = seat, prompt = "stand_in", from = men}
  say("stand_in", {player = stand_in})
  move(stand_in, seat.goal)
  stand_in.slot = seat.goal
end

-- FC-BOOK-2: the man leaves for good and is not replaced.
function discipline.dismiss(player)
  if player.on.count > 0 then lose_ball(player) end
  raise("player.sent_off", {player = player}, function() move(player, player.seat.out) end)
  fill_goal(player.seat)
end

return discipline

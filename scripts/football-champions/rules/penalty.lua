-- Penalty kicks: the dive nobody but the keeper's side knows, and the kick.
local penalty = {}

-- FC-PEN-5: awards a kick; the running contest sees to it.
function penalty.award(seat)
  game.penalty_for = seat
end

-- FC-PEN-2, FC-PEN-3: the dive is rolled for the keeper's side alone, the kicker
-- says where, and then the dive is shown. Tells whether the keeper went wrong.
function penalty.beaten(kicker)
  local keeper = rules.pitch.keeper(kicker.seat.opponents[1])
  local dive = roll("penalty", 1, keeper.seat)[1]
  local way = choose.one{
    seat = kicker.seat, prompt = "penalty_way", about = {player = kicker}, from = {"left", "centre", "right"},
  }
  say("penalty.kick", {kicker = kicker, way = way})
  say("penalty.dive", {keeper = keeper, dive = dive})
  return way ~= dive
end

-- FC-PEN-1: the kicking side names an outfield player on the pitch.
local function kicker_of(seat)
  local men = cards{zone = "section", type = "player", seat = seat}
  return choose.one{seat = seat, prompt = "kicker", from = men}
end

-- FC-PEN-1 to FC-PEN-4, A13: a penalty kick in the run of play; nothing else
-- happens in steps 3 and 4 of the turn.
function penalty.kick(seat)
  game.penalty_for = nil
  game.whistle = true
  raise("penalty.given", {seat = seat}, rules.ball.kill)
  local kicker = kicker_of(seat)
  if penalty.beaten(kicker) then
    rules.shot.goal(kicker)
  else
    rules.shot.begin(kicker, rules.pitch.keeper(seat.opponents[1]), true)
  end
end

return penalty

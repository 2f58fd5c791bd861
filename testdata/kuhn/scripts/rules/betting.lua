-- One card each, one bet of one chip.
local betting = {}

function betting.deal()
  for _, seat in ipairs(game.seats) do move(draw_from(game.deck), seat.hand) end
end

local function bets(seat)
  local from = {"check", "bet"}
  if game.options.jack == "timid" and any{zone = seat.hand, rank = 11} then from = {"check"} end
  return choose.one{seat = seat, prompt = "act", from = from} == "bet"
end

local function calls(seat)
  if choose.one{seat = seat, prompt = "answer", from = {"fold", "call"}} == "fold" then return false end
  seat.stake = 2
  return true
end

-- The winner gains what the loser has staked.
local function ends(winner, loser)
  winner.gain, loser.gain = loser.stake, -loser.stake
  finish({winner})
end

local function showdown()
  local one, two = game.seats[1], game.seats[2]
  if sum("rank", {zone = one.hand}) > sum("rank", {zone = two.hand}) then ends(one, two) else ends(two, one) end
end

function betting.act()
  local one, two = game.seats[1], game.seats[2]
  if bets(one) then
    one.stake = 2
    if not calls(two) then ends(one, two) end
  elseif bets(two) then
    two.stake = 2
    if not calls(one) then ends(two, one) end
  end
  showdown()
end

function betting.gain(seat) return seat.gain end

return betting

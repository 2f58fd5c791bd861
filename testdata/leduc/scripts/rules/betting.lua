-- Two rounds: bets of two chips before the common card, of four behind it, and at
-- most two raises in each.
local betting = {}

function betting.deal()
  for _, seat in ipairs(game.seats) do move(draw_from(game.deck), seat.hand) end
end

function betting.turn() move(draw_from(game.deck), game.board) end

local function ends(winner, loser)
  winner.gain, loser.gain = loser.stake, -loser.stake
  finish({winner})
end

-- The seats act in turn until one has called, or folded, what the other staked.
local function round(bet)
  local seat, other, raises, acted = game.seats[1], game.seats[2], 0, 0
  while true do
    local from = options()
    if seat.stake < other.stake then from:add("fold") end
    from:add("call")
    if raises < 2 then from:add("raise") end
    local action = choose.one{seat = seat, prompt = "act", from = from}
    acted = acted + 1
    if action == "fold" then ends(other, seat) end
    seat.stake = other.stake
    if action == "raise" then
      seat.stake, raises = seat.stake + bet, raises + 1
    elseif acted > 1 then
      return
    end
    seat, other = other, seat
  end
end

function betting.open() round(2) end

function betting.close() round(4) end

-- A pair with the common card beats any other, then the higher card; equal cards
-- share, and nobody gains.
function betting.showdown()
  local common = sum("rank", {zone = "board"})
  local function worth(seat)
    local rank = sum("rank", {zone = seat.hand})
    return rank == common and 100 or rank
  end
  local one, two = game.seats[1], game.seats[2]
  if worth(one) > worth(two) then
    ends(one, two)
  elseif worth(two) > worth(one) then
    ends(two, one)
  end
  finish({one, two})
end

function betting.gain(seat) return seat.gain end

return betting

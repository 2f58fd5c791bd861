local day = {}

local HAND = 3

function day.open()
  shuffle(game.box)
  for _, seat in ipairs(game.seats) do
    for _ = 1, HAND do move(game.box.top, seat.hand) end
  end
end

local function sell(seat)
  local card = choose.one{seat = seat, prompt = "sell", from = seat.hand:cards()}
  if not card then return end
  card.seat = seat
  move(card, seat.stall)
  seat.coins = seat.coins + card.price
end

local function steal(seat)
  local other = seats_from(seat)[2]
  if not other then return end
  local card = choose.one{seat = seat, prompt = "steal", from = other.hand:cards()}
  if card then move(card, seat.hand) end
end

local function vote()
  local said = choose.secret{seats = game.seats, prompt = "vote", from = function() return {1, 2, 3} end}
  for _, seat in ipairs(game.seats) do seat.coins = seat.coins + said[seat.number] end
end

function day.act(seat)
  local act = choose.one{seat = seat, prompt = "act", from = {"sell", "steal", "roll", "draw", "vote", "wait"}}
  if act == "sell" then sell(seat) end
  if act == "steal" then steal(seat) end
  if act == "roll" and roll("coin") == "heads" then seat.coins = seat.coins + 1 end
  if act == "draw" then move(game.box.top, seat.hand) end
  if act == "vote" then vote() end
end

function day.standing(seat) return seat.coins end

function day.close()
  local best = game.seats[1]
  for _, seat in ipairs(game.seats) do
    if seat.coins > best.coins then best = seat end
  end
  finish(best)
end

return day

-- An auction in secret: who offers what, and who gets it.
local auction = {}

-- A bid of each number for every seat, of which one, unknown to the others, stays out; and the
-- lots in an unknown order.
function auction.deal()
  shuffle(game.deck)
  for offer = 1, 10 do
    local same = cards{zone = "purse", offer = offer}
    for i, seat in ipairs(game.seats) do
      same[i].owner, same[i].seat = seat, seat
      move(same[i], seat.hand)
    end
  end
  for _, seat in ipairs(game.seats) do
    local out = draw_from(seat.hand)
    if out then
      out.owner, out.seat = nil, nil
      move(out, game.unused)
    end
  end
end

function auction.show()
  if game.deck.top then move(game.deck.top, game.block) end
end

-- All offer at once, so that nobody hears the others first; then the bids lie open.
function auction.bid()
  local bids = choose.secret{seats = game.seats, prompt = "bid", from = function(seat) return seat.hand:cards() end}
  for _, seat in ipairs(game.seats) do
    if bids[seat.number] then move(bids[seat.number], seat.offered) end
  end
end

-- What a seat offers, nil for a bid that another seat made as well.
local function offer(seat)
  local own = seat.offered:cards()[1]
  if not own or count{zone = "offered", offer = own.offer} > 1 then return nil end
  return own.offer
end

-- The highest single bid buys; of lots that nobody wants, the lowest has to take them. If all
-- bids are equal, the lots wait for the next sale.
function auction.sell()
  local wanted = sum("worth", {zone = "block"}) >= 0
  local buyer, best = nil, nil
  for _, seat in ipairs(game.seats) do
    local its = offer(seat)
    if its and (not best or wanted and its > best or not wanted and its < best) then buyer, best = seat, its end
  end
  if buyer then
    local sold = {}
    for i, lot in ipairs(game.block:cards()) do
      lot.seat = buyer
      sold[i] = {lot = lot, seat = buyer, offer = best}
    end
    raise_all("lot.sold", sold, function(ev)
      move(ev.lot, ev.seat.won)
      ev.seat.points = ev.seat.points + ev.lot.worth
    end)
  end
  for _, seat in ipairs(game.seats) do move(seat.offered:cards(), seat.spent) end
end

-- The most points win; equal points are a draw.
function auction.judge()
  local most, first = nil, {}
  for _, seat in ipairs(game.seats) do
    if not most or seat.points > most then most, first = seat.points, {} end
    if seat.points == most then first[#first + 1] = seat end
  end
  if #first > 1 then return finish{draw = first} end
  finish(first)
end

-- How well a seat stands, for bots that look ahead: points, what it can still offer, and what
-- its bid is likely to bring.
function auction.standing(seat)
  local bid, worth = seat.offered:cards()[1], sum("worth", {zone = "block"})
  local hope = 0
  if bid then hope = worth > 0 and worth * bid.offer or worth * (11 - bid.offer) end
  return 44 * seat.points + 11 * sum("offer", {zone = seat.hand}) + 4 * hope
end

return auction

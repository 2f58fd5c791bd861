-- Turns that skip and turn about, and a deck that comes back.
local shed = {}

local HAND = 7

-- The top of the deck, if any, comes to a hand, and is that seat's card from now on: move alone
-- does not set card.seat.
local function take(seat)
  local card = game.deck.top
  if not card then return end
  card.seat = seat
  move(card, seat.hand)
end

function shed.deal()
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do
    for _ = 1, HAND do take(seat) end
  end
  local first = game.deck.top
  if first then
    move(first, game.pile)
    game.colour_now = first.colour
  end
  game.player = game.seats[1]
end

-- The seat whose turn comes after another one's.
function shed.after(seat)
  if game.backwards then return seat.opponents[#seat.opponents] end
  return seat.next
end

-- Draws cards. When the deck is empty, all of the pile but its top is shuffled into it.
function shed.draw(seat, n)
  for _ = 1, n do
    if game.deck.empty then
      local top = game.pile.top
      move(cards{zone = "pile", except = top}, game.deck)
      shuffle(game.deck)
    end
    take(seat)
  end
end

-- What may be played now: any card on a joker that was dealt, whose colour nobody has named.
local function fitting(seat)
  local top = game.pile.top
  if game.colour_now == "any" then return seat.hand:cards() end
  return cards{zone = seat.hand, any = {
    {colour = "any"}, {colour = game.colour_now}, {number = top and top.number or 0},
  }}
end

-- Play a card that fits; without one draw, and play what was drawn if it fits.
function shed.turn()
  local seat = game.player
  local card = choose.one{seat = seat, prompt = "play", from = fitting(seat)}
  if not card then
    shed.draw(seat, 1)
    local drawn = seat.hand:cards()
    local last = drawn[#drawn]
    -- Asked whether it fits or not: else the others would learn which.
    local fits = last and table.contains(fitting(seat), last) and {last} or {}
    card = choose.one{seat = seat, prompt = "drawn", from = fits, optional = true}
  end
  if not card then return end
  raise("card.played", {card = card, seat = seat}, function()
    move(card, game.pile)
    game.colour_now = card.colour
  end)
  if seat.hand.empty then finish(seat) end
end

-- The next seat that is not skipped.
function shed.on()
  for _ = 0, game.skips do game.player = shed.after(game.player) end
  game.skips = 0
end

function shed.never() return false end

-- How well a seat stands, for bots that look ahead: few cards are good.
function shed.standing(seat) return -seat.hand.count end

return shed

-- Tricks: who may play what, and who takes them.
local tricks = {}

-- Everybody gets the same number of cards; what is left over stays out.
function tricks.deal()
  shuffle(game.deck)
  game.leader = game.seats[1]
  local hand = math.floor(game.deck.count / #game.seats)
  for _, seat in ipairs(game.seats) do
    for _ = 1, hand do move(game.deck.top, seat.hand) end
    for _, card in ipairs(seat.hand:cards()) do card.seat = seat end -- move does not set it
  end
end

-- All say at once how many tricks they will take: nobody hears the others first.
function tricks.tell()
  local numbers = {}
  for n = 0, game.seats[1].hand.count do numbers[n + 1] = n end
  local told = choose.secret{seats = game.seats, prompt = "tell", from = numbers}
  for _, seat in ipairs(game.seats) do seat.told = told[seat.number] end
end

-- Follow the suit that was led, if you can; else play what you like.
function tricks.play(seat)
  local led, hand = game.trick.bottom, seat.hand:cards()
  if led then
    local following = cards{zone = seat.hand, suit = led.suit}
    if #following > 0 then hand = following end
  end
  move(choose.one{seat = seat, prompt = "play", from = hand}, game.trick)
end

-- The highest lantern, or else the highest card of the suit that was led; nil where none lies.
local function best()
  local led = game.trick.bottom
  return table.best(game.trick:cards(), function(card)
    if card.suit == "lantern" then return 100 + card.rank end
    return led and card.suit == led.suit and card.rank or 0
  end)
end

function tricks.take()
  local card = best()
  if not card then return end
  raise("trick.taken", {card = card, seat = card.seat, leader = card.seat}, function(ev)
    ev.seat.tricks = ev.seat.tricks + 1
    game.leader = ev.leader
  end)
  move(game.trick:cards(), card.seat.taken)
end

function tricks.out()
  return game.seats[1].hand.empty
end

-- A point for each trick, and five more for those that took what they said.
local function points(seat)
  return seat.tricks + (seat.tricks == seat.told and 5 or 0)
end

-- The most points win; equal points are a draw.
function tricks.score()
  local most, first = -1, {}
  for _, seat in ipairs(game.seats) do
    seat.points = points(seat)
    if seat.points > most then most, first = seat.points, {} end
    if seat.points == most then first[#first + 1] = seat end
  end
  if #first > 1 then return finish{draw = first} end
  finish(first)
end

-- How well a seat stands, for bots that look ahead: tricks that it has, leads in, or is
-- likely to take with high cards, near to what it said.
function tricks.standing(seat)
  local likely = seat.tricks + count{zone = seat.hand, any = {{suit = "lantern", rank = {min = 5}}, {rank = {min = 8}}}}
  local leads = best()
  if leads and leads.seat == seat then likely = likely + 1 end
  return seat.tricks - 3 * math.abs(seat.told - likely)
end

return tricks

-- Halves, extra time and what lies between them.
local period = {}

-- FC-SET-4: the opening hand.
local HAND = 5
-- FC-EXTRA-1: the deck of extra time.
local SHORT_DECK = 15
-- FC-DECK-8: the side cards.
local SIDE = 6

-- The flow's questions.
function period.over() return game.half_over end
function period.decided() return game.decided end

-- A7: hand, discards and deck come together before anything is swapped.
local function gather(seat)
  for _, zone in ipairs({seat.hand, seat.discard, seat.deck, seat.aside}) do
    move(zone:cards(), seat.side)
  end
end

local function with_side_cards()
  local seats = {}
  for _, seat in ipairs(game.seats) do
    if not seat.side.empty then seats[#seats + 1] = seat end
  end
  return seats
end

-- FC-HALF-1: one-for-one swaps, said as the six cards that stay aside. Both
-- sides answer in secret, so that nobody learns whether the other changed any.
local function choose_side_cards(seats)
  if #seats == 0 then return {} end
  return choose.secret{
    seats = seats, prompt = "side_cards", min = SIDE, max = SIDE,
    from = function(seat) return seat.side:cards() end,
  }
end

-- FC-HALF-2: what does not stay aside is the new deck.
local function restock(seat, aside)
  move(cards{zone = seat.side, except = aside}, seat.deck)
  shuffle(seat.deck)
end

-- FC-SET-4, FC-HALF-1, FC-EXTRA-1: the decks of the coming period.
function period.prepare()
  if game.period == "first_half" then
    for _, seat in ipairs(game.seats) do shuffle(seat.deck) end
    return
  end
  local seats = with_side_cards()
  for _, seat in ipairs(game.seats) do gather(seat) end
  local aside = choose_side_cards(seats)
  for _, seat in ipairs(game.seats) do restock(seat, aside[seat.number] or {}) end
end

-- FC-EXTRA-1: only the top of the deck is played in extra time.
local function shorten(seat)
  while seat.deck.count > SHORT_DECK do move(seat.deck.bottom, seat.aside) end
end

-- FC-HALF-3, FC-EXTRA-1: the other side opens the second half, a coin extra time.
local function opener()
  if game.period == "first_half" then return game.first_kickoff end
  if game.period == "second_half" then return game.first_kickoff.opponents[1] end
  return rules.setup.coin()
end

-- FC-SET-4, FC-HALF-2: five cards each, and a kick-off.
function period.open()
  for _, seat in ipairs(game.seats) do
    if game.period == "extra_time" then shorten(seat) end
    rules.hand.draw(seat, HAND)
  end
  game.half_over = false
  game.restart = opener()
end

local function leader()
  local home, away = game.seats[1], game.seats[2]
  if home.goals > away.goals then return home end
  if away.goals > home.goals then return away end
end

local WHISTLES = {
  first_half = "period.first_half", second_half = "period.second_half", extra_time = "period.extra_time",
}

local function go_on(name)
  game.period = name
  game.turn_number = 1
end

-- FC-END-1: half-time, the final whistle, extra time, or the shoot-out.
function period.close()
  local winner = leader()
  say(WHISTLES[game.period], {home = game.seats[1].goals, away = game.seats[2].goals})
  if game.period == "first_half" then
    go_on("second_half")
  elseif winner then
    game.decided = true
    finish(winner, "goals")
  elseif game.period == "second_half" then
    go_on("extra_time")
  else
    game.decided = true
    schedule("shootout.begin")
  end
end

return period

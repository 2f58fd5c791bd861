-- Hands in order, beds of one kind, and what a harvest brings.
local garden = {}

local HAND = 5

function garden.deal()
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do garden.draw_cards(seat, HAND) end
end

-- Cards come behind the others: "bottom" is the end of a hand, its top is planted first.
function garden.draw_cards(seat, n)
  for _ = 1, n do
    if game.deck.empty then
      move(game.heap:cards(), game.deck)
      shuffle(game.deck)
    end
    local card = game.deck.top
    if card then
      card.seat = seat
      move(card, seat.hand, "bottom")
    end
  end
end

local function coins(bed)
  local plant = bed:cards()[1]
  return plant and math.floor(bed.count / plant.price) or 0
end

-- Takes all out of a bed: so many plants make a coin, what is left over is lost.
local function harvest(seat, bed)
  local plant = bed:cards()[1]
  if not plant then return end
  raise("bed.harvested", {plant = plant, seat = seat, count = bed.count, coins = coins(bed)}, function(ev)
    seat.coins = seat.coins + ev.coins
  end)
  move(bed:cards(), game.heap)
end

-- Plants a card where its kind stands, or in a bed that is empty; with none, one bed has to
-- be harvested first.
local function plant(seat, card)
  reveal(card) -- before the question, which tells whether its kind stands
  local beds = {}
  for _, bed in ipairs{seat.left, seat.right} do
    if any{zone = bed, id = card.id} then beds = {bed} break end
    if bed.empty then beds[#beds + 1] = bed end
  end
  local full = #beds == 0
  if full then beds = {seat.left, seat.right} end
  local bed = choose.one{seat = seat, prompt = full and "harvest" or "plant", about = {card = card}, from = beds}
  if not bed then return end
  if full then harvest(seat, bed) end
  card.seat = seat
  move(card, bed)
end

-- The first card of the hand has to be planted.
function garden.plant_first(seat)
  if seat.hand.top then plant(seat, seat.hand.top) end
end

-- The second one may be.
function garden.plant_second(seat)
  local card = seat.hand.top
  if card and choose.yes{seat = seat, prompt = "second", about = {card = card}} then plant(seat, card) end
end

-- Two cards of the deck lie open: each may be planted, what nobody wants is lost.
function garden.buy(seat)
  for _ = 1, 2 do
    if game.deck.top then move(game.deck.top, game.market) end
  end
  while not game.market.empty do
    local card = choose.one{seat = seat, prompt = "buy", from = game.market:cards(), optional = true}
    if not card then break end
    plant(seat, card)
  end
  move(game.market:cards(), game.heap)
end

function garden.draw(seat)
  garden.draw_cards(seat, 2)
end

-- What the beds of a seat would bring now.
function garden.harvest_worth(seat)
  return coins(seat.left) + coins(seat.right)
end

-- All beds are harvested; the most coins win, equal coins are a draw.
function garden.judge()
  local most, first = -1, {}
  for _, seat in ipairs(game.seats) do
    harvest(seat, seat.left)
    harvest(seat, seat.right)
    if seat.coins > most then most, first = seat.coins, {} end
    if seat.coins == most then first[#first + 1] = seat end
  end
  if #first > 1 then return finish{draw = first} end
  finish(first)
end

-- How well a seat stands, for bots that look ahead: coins, and plants that stand together.
function garden.standing(seat)
  return 12 * (seat.coins + garden.harvest_worth(seat)) + seat.left.count + seat.right.count
end

return garden

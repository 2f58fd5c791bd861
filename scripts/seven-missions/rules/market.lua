-- The bazaar: rows that refill from their piles, buying, scouting, intervening.
local market = {}

local piles = { row_companions = "pile_companions", row_monsters = "pile_monsters", row_magic = "pile_magic" }
local sizes = { row_companions = "companions", row_monsters = "monsters", row_magic = "magic" }

-- The pile that refills a row.
function market.pile(row)
  return game[piles[row.name]]
end

-- How many cards a row shows.
function market.size(row)
  return rules.variant.sheet()[sizes[row.name]]
end

-- Turns up cards until the row is full or its pile is empty.
function market.fill(row)
  local fresh = rules.deck.top(market.pile(row), market.size(row) - row.count)
  if #fresh > 0 then move(fresh, row) end
end

-- The row is refilled at once; a row that stays short ends the game (JUDGE).
function market.refill(row)
  market.fill(row)
  rules.victory.exhausted(row)
end

-- The types of bazaar cards that a seat may buy: companions need level 1; characters are companions, and need a grown
-- one too (b19).
local function buyable(seat)
  if rules.land.level(seat) == 0 then return { "monster", "skill", "item", "miracle" } end
  if not seat.upgraded then return { "monster", "skill", "item", "miracle", "companion" } end
  return { "monster", "skill", "item", "miracle", "companion", "character" }
end

-- SM-ACT-BUY: what a seat may buy and can pay; one card of each name.
function market.wares(seat)
  local wares = cards{ zone = "bazaar", type = buyable(seat), cost = { max = seat.coins } }
  for _, card in ipairs(cards{ zone = "supply", cost = { max = seat.coins } }) do wares[#wares + 1] = card end
  return rules.menu.kinds(wares)
end

-- BUY-BAZAAR, BUY-MONEY: the card goes to hand, its row is refilled.
function market.buy(seat, card)
  local from = card.zone
  local cost = card.cost
  raise("card.acquired", { seat = seat, card = card, cost = cost }, function()
    seat.coins = seat.coins - cost
    card.owner, card.seat = seat, seat
    move(card, seat.hand)
  end)
  if card.type ~= "money" then market.refill(from) end
end

-- The piles that hold cards.
local function stocked()
  local out = {}
  for _, pile in ipairs{ game.pile_companions, game.pile_monsters, game.pile_magic } do
    if not pile.empty then out[#out + 1] = pile end
  end
  return out
end

-- SM-ACT-SCOUT: once a turn, if a pile holds a card.
function market.may_scout(seat)
  return not seat.scouted and any{ zone = "piles" }
end

-- SCOUT: the seat alone looks at the top card of a pile.
function market.scout(seat)
  local pile = choose.one{ seat = seat, prompt = "scout", from = stocked() }
  seat.scouted = true
  say("scouts", { seat = seat, pile = pile })
  reveal(pile.top, seat)
  say("sees", { card = pile.top, pile = pile }, seat)
end

-- The rows that intervention may hit: in solo companions alone.
local function thinnable()
  return rules.variant.solo() and "row_companions" or "bazaar"
end

-- SM-ACT-BURN: once a turn, for a coin.
function market.may_thin(seat)
  return not seat.intervened and seat.coins >= 1 and any{ zone = thinnable() }
end

-- BURN: a coin excludes a card of the bazaar.
function market.intervene(seat)
  seat.intervened = true
  seat.coins = seat.coins - 1
  market.thin(seat)
end

-- Excludes a card of the bazaar that the seat chooses; used by Cassandra too.
function market.thin(seat)
  local card = choose.one{ seat = seat, prompt = "thin", from = rules.menu.kinds(cards{ zone = thinnable() }) }
  if not card then return end
  local row = card.zone
  raise("bazaar.thinned", { seat = seat, card = card }, function() rules.fate.exclude(card) end)
  market.refill(row)
end

return market

-- Setup (digest section 4; 9 for solo, 10 for three players).
local setup = {}

-- Gives a card to a seat for good: it owns and controls it.
local function give(card, seat, zone)
  card.owner, card.seat = seat, seat
  move(card, zone)
end

-- What players are called once the order of turns is known.
local SEATINGS = { { "alone" }, { "leads", "follows" }, { "first", "second", "third" } }

-- SM-SET-1: the dice name the starter; of two players, the winner chooses.
function setup.initiative()
  local winner = rules.dice.highest(game.seats, 1)
  game.first = winner
  if #game.seats == 2 then
    local wish = choose.one{ seat = winner, prompt = "initiative", from = { "go_first", "pick_first" } }
    if wish == "pick_first" then game.first = winner.next end
  end
  for i, seat in ipairs(rules.variant.order()) do seat.seating = SEATINGS[#game.seats][i] end
  say("starts", { seat = game.first })
end

-- The characters that may be chosen now; Cassandra stays out of a game of three.
local function candidates()
  local seats = game.options.cassandra == "always" and 0 or #game.seats
  return cards{ type = "character", grown = false, zone = game.box, most_seats = { min = seats } }
end

-- SM-SET-2, SM-SET-3: the last player chooses first; level 0 on top, level 5 under it.
function setup.characters()
  local order = rules.variant.order()
  for i = #order, 1, -1 do
    local seat = order[i]
    local young = choose.one{ seat = seat, prompt = "character", from = candidates() }
    local grown = first{ type = "character", grown = true, line = young.line }
    give(young, seat, seat.hero)
    give(grown, seat, seat.under)
    say("character", { seat = seat, card = young })
  end
end

-- SM-SET-4: the opening hand is the whole deck of each player.
function setup.hands()
  for _, seat in ipairs(game.seats) do
    for _, kind in ipairs{ "gold", "silver", "copper" } do
      local coins = cards{ id = kind, zone = game.box }
      for i = 1, coins[1].opening do give(coins[i], seat, seat.hand) end
    end
  end
end

-- Shuffles the cards of some types, in solo the solo copies alone, into a pile.
local function stock(pile, types)
  for _, card in ipairs(cards{ type = types, zone = game.box }) do
    if not rules.variant.solo() or card.copy <= card.solo then move(card, pile) end
  end
  shuffle(pile)
end

-- SM-SET-3: unchosen level 5 characters join the companions, not in solo.
local function recruit_characters()
  if rules.variant.solo() then return end
  local chosen = {}
  for _, card in ipairs(cards{ zone = "hero" }) do chosen[#chosen + 1] = card.line end
  for _, card in ipairs(cards{ type = "character", grown = true, zone = game.box, ["not"] = { line = chosen } }) do
    if card.most_seats >= #game.seats or game.options.cassandra == "always" then move(card, game.pile_companions) end
  end
end

-- SM-SET-5 to 7: the three piles; SM-SOLO: skills alone, the miracles set aside.
function setup.piles()
  recruit_characters()
  stock(game.pile_companions, { "companion" })
  stock(game.pile_monsters, { "monster" })
  if rules.variant.solo() then
    stock(game.pile_magic, { "skill" })
    stock(game.omens, { "miracle" })
  else
    stock(game.pile_magic, { "skill", "item", "miracle" })
  end
end

-- Moves the first n cards with that id from the box.
local function supply(id, n, zone)
  local found = cards{ id = id, zone = game.box }
  for i = 1, math.min(n, #found) do move(found[i], zone) end
end

-- SM-SET-8: the money supply and the mission markers; the rest stays in the box.
function setup.supply()
  local sheet = rules.variant.sheet()
  supply("gold", sheet.gold, game.supply_gold)
  supply("silver", sheet.silver, game.supply_silver)
  supply("copper", sheet.copper, game.supply_copper)
  supply("mission", sheet.missions, game.supply_missions)
end

-- SM-SET-5: no level 5 character, and each name once.
local function fit_companion(card, row)
  return card.type == "companion" and not any{ zone = row, id = card.id }
end

-- SM-SET-6: trial level 4 at most.
local function fit_monster(card)
  return card.trial < 5
end

-- SM-SET-7: no item.
local function fit_magic(card)
  return card.type ~= "item"
end

-- Turns up cards until the row is full; what does not fit is seen by all, and shuffled back into the pile (b17).
local function deal(row, fits)
  local pile, back = rules.market.pile(row), {}
  for _, card in ipairs(pile:cards()) do
    if row.count == rules.market.size(row) then break end
    if fits(card, row) then move(card, row) else back[#back + 1] = card end
  end
  reveal(back)
  if #back > 0 then
    say("row_redrawn", { cards = back })
    shuffle(pile)
  end
end

-- SM-SET-5 to 7: the bazaar opens.
function setup.rows()
  deal(game.row_companions, fit_companion)
  deal(game.row_monsters, fit_monster)
  deal(game.row_magic, fit_magic)
end

return setup

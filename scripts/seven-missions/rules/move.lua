-- Moving: a hand card becomes the next land (digest section 5.1).
local moving = {}

-- A6: the option can bar the way back to the goal level in the turn of the fall.
local function barred(seat, level)
  return game.options.back_to_goal == "barred" and seat.summit and level + 1 == rules.variant.goal()
end

-- Whether a further land may be laid: no monster, no land beyond the goal (A7).
local function open(seat)
  local level = rules.land.level(seat)
  return level < rules.variant.goal() and not barred(seat, level) and not rules.land.threatened(seat)
end

-- SM-ACT-MOVE: once a turn, with a card in hand.
function moving.allowed(seat)
  return not seat.moved and not seat.hand.empty and open(seat)
end

-- LEVEL-UP: the stance and the item stay, the young card goes under.
local function replace(seat, young, grown)
  local stance, items = young.stance, young.gear:cards()
  move(young, seat.under)
  move(grown, seat.hero)
  grown.stance = stance
  for _, item in ipairs(items) do move(item, grown.gear) end
end

-- LEVEL-UP: at level 5 the grown card takes over for good, with stance and item.
local function grow(seat)
  local young, grown = seat.hero.top, seat.under.top
  seat.upgraded = true
  if not grown then return end
  raise("character.grown", { seat = seat, character = grown }, function()
    if young then replace(seat, young, grown) else move(grown, seat.hero) end
  end)
end

-- MOVE: the card goes face down to the right end of the row.
local function lay(seat)
  local card = choose.one{ seat = seat, prompt = "land", from = rules.menu.kinds(seat.hand:cards()) }
  raise("land.entered", { seat = seat, land = card, level = rules.land.level(seat) + 1 }, function()
    move(card, seat.lands, "bottom")
  end)
  if rules.land.level(seat) >= 5 and not seat.upgraded then grow(seat) end
end

-- The highest level among the others.
local function lead(seat)
  local top = 0
  for _, other in ipairs(seat.opponents) do top = math.max(top, rules.land.level(other)) end
  return top
end

-- MOVE: one move; who is still behind stays in the phase of the move (b21).
local function advance(seat)
  lay(seat)
  seat.moving = rules.land.level(seat) < lead(seat)
end

-- MOVE: the move of the turn.
function moving.first(seat)
  seat.moved = true
  advance(seat)
end

-- MOVE-EXTRA: right after a move that left the seat behind, with a gold to exclude and a further card for the
-- land (A19, A20).
function moving.extra_allowed(seat)
  return seat.moving and seat.hand.count >= 2 and any{ zone = seat.hand, id = "gold" } and open(seat)
end

-- MOVE-EXTRA: a gold of the hand pays for one move more, until the levels are equal.
function moving.extra(seat)
  local gold = assert(first{ zone = seat.hand, id = "gold" }, "the extra move was offered without gold")
  say("extra_move", { seat = seat, card = gold })
  rules.fate.exclude(gold)
  advance(seat)
end

return moving

-- Placing monsters and miracles on lands (digest section 5.1, PLACE-*).
local place = {}

-- What lies on each land of a seat: mission, miracle, a monster and its name.
local function survey(seat)
  local out = {}
  for level, card in ipairs(seat.lands:cards()) do
    local spot = {}
    for _, thing in ipairs(card.ground:cards()) do spot[thing.type] = thing end
    out[level] = spot
  end
  return out
end

-- The surveys of all seats, by seat number.
local function map()
  local out = {}
  for i, seat in ipairs(game.seats) do out[i] = survey(seat) end
  return out
end

-- The trial level; a goal of 6 lowers the Gold Dragon's to 6 (three players).
function place.trial(monster)
  return math.min(monster.trial, rules.variant.goal())
end

-- No mission; one monster, or several of one name with Joint Attack.
local function vacant(monster, spot)
  if spot.mission then return false end
  return not spot.monster or (monster.joint and spot.monster.id == monster.id)
end

-- PLACE-FOE, PLACE-OWN: others' lands of the trial level or higher, own lands up to it.
local function fits(card, level, spot, own)
  if card.type == "miracle" then return not spot.mission and not spot.miracle end
  local trial = place.trial(card)
  if own then return level <= trial and vacant(card, spot) end
  return level >= trial and vacant(card, spot)
end

-- The levels at which the card fits in a surveyed row.
local function levels(card, spots, own)
  local out = {}
  for level, spot in ipairs(spots) do
    if fits(card, level, spot, own) then out[#out + 1] = level end
  end
  return out
end

-- Where nobody plays the monster, a seat's lands count as an opponent's (solo).
function place.levels(monster, seat)
  return levels(monster, survey(seat), false)
end

-- The monsters and miracles in hand that fit somewhere; o hears of the others.
function place.playable(o, seat)
  local spots, out = map(), {}
  for _, card in ipairs(cards{ zone = seat.hand, type = { "monster", "miracle" } }) do
    local found = false
    for i, other in ipairs(game.seats) do
      if #levels(card, spots[i], other == seat) > 0 then
        found = true
        break
      end
    end
    if found then out[#out + 1] = card else o:refuse(card, "fits_nowhere") end
  end
  return out
end

-- Every place of the card, as a seat and a level.
local function targets(seat, card)
  local o, spots = options(), map()
  for i, other in ipairs(game.seats) do
    local fitting = levels(card, spots[i], other == seat)
    if #fitting > 0 then o:product({ other }, fitting) end
  end
  return o
end

-- Puts a monster on a land; by is nobody in the solo game.
function place.monster(by, monster, defender, level)
  local land = rules.land.at(defender, level)
  raise("monster.placed", { by = by, monster = monster, defender = defender, level = level, land = land }, function()
    move(monster, land.ground)
  end)
end

-- Puts a miracle on a land.
function place.miracle(by, miracle, defender, level)
  local land = rules.land.at(defender, level)
  raise("miracle.placed", { by = by, miracle = miracle, defender = defender, level = level, land = land }, function()
    move(miracle, land.ground)
  end)
end

-- SM-ACT-PLACE: a card from hand; after a monster one card may be drawn (A10).
function place.play(seat, card)
  local o = targets(seat, card)
  local defender, level = choose.one{ seat = seat, prompt = "target", about = { card = card }, from = o }
  if card.type == "miracle" then
    place.miracle(seat, card, defender, level)
  else
    place.monster(seat, card, defender, level)
    if rules.deck.left(seat) and choose.yes{ seat = seat, prompt = "draw" } then rules.deck.draw(seat, 1) end
  end
end

return place

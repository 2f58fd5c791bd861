-- Whether a squad is legal: FC-DECK-0 to FC-DECK-8. Every problem names its rule,
-- the entry at fault and by how much it misses; the sentence is a text key.
local squad = {}

local STARTERS, DECK, SIDE = 11, 25, 6
local POSITION_LIMIT, COPY_LIMIT = 6, 2
local COST_LIMIT, WING_LIMIT = 1100, 600

-- A20: the sixth reserve joins when the option asks for six.
function squad.reserves(card)
  local list = {}
  for _, id in ipairs(card.reserves) do list[#list + 1] = id end
  if game.options.reserves > #list and card.sixth then list[#list + 1] = card.sixth end
  return list
end

local function report(found, rule, entry, text, by, values)
  found[#found + 1] = {rule = rule, entry = entry, text = text, by = by, values = values or {}}
end

-- FC-DECK-0: a list has exactly as many entries as it must.
local function check_size(found, entry, size, wanted)
  if size > wanted then report(found, "FC-DECK-0", entry, "squad.too_many", size - wanted, {wanted = wanted}) end
  if size < wanted then report(found, "FC-DECK-0", entry, "squad.too_few", wanted - size, {wanted = wanted}) end
end

local NOT_A = {player = "squad.not_a_player", action = "squad.not_a_action"}

-- The card of a name, or nil when there is none.
local function find(id)
  if known(id) then return first{id = id} end
  return nil
end

-- FC-DECK-0: every entry names a card of the right type; returns those cards.
local function read(found, ids, type, entry)
  local list = {}
  for i, id in ipairs(ids) do
    local card = find(id)
    if card and card.type == type then
      list[#list + 1] = {card = card, entry = entry .. "[" .. i .. "]"}
    else
      report(found, "FC-DECK-0", entry .. "[" .. i .. "]", NOT_A[type], 1, {id = id})
    end
  end
  return list
end

-- FC-DECK-1: sixteen different persons.
local function check_persons(found, lists)
  local seen = {}
  for _, list in ipairs(lists) do
    for _, item in ipairs(list) do
      local person = item.card.person
      if seen[person] then report(found, "FC-DECK-1", item.entry, "squad.same_person", 1, {card = item.card}) end
      seen[person] = true
    end
  end
end

local function tally(starters)
  local number = {goalkeeper = 0, defender = 0, midfielder = 0, forward = 0}
  for _, item in ipairs(starters) do
    number[item.card.position] = number[item.card.position] + 1
  end
  return number
end

-- FC-DECK-2: one keeper, a midfielder at least, six of each other position at most.
local function check_positions(found, starters)
  local number = tally(starters)
  local keepers = number.goalkeeper
  if keepers ~= 1 then
    report(found, "FC-DECK-2", "starters", "squad.keepers", math.abs(keepers - 1), {number = keepers})
  end
  for _, position in ipairs({"defender", "midfielder", "forward"}) do
    local over = number[position] - POSITION_LIMIT
    if over > 0 then report(found, "FC-DECK-2", "starters", "squad.position", over, {position = position}) end
  end
  if number.midfielder == 0 then report(found, "FC-DECK-2", "starters", "squad.no_midfielder", 1) end
end

local function cost_of(starters, positions)
  local total = 0
  for _, item in ipairs(starters) do
    if positions[item.card.position] then total = total + item.card.cost end
  end
  return total
end

local FRONT = {forward = true, midfielder = true}
local BACK = {defender = true, goalkeeper = true}

-- FC-DECK-3 to FC-DECK-5: costs stay below their limits.
local function check_costs(found, starters)
  local front, back = cost_of(starters, FRONT), cost_of(starters, BACK)
  local function below(rule, text, cost, limit)
    if cost >= limit then report(found, rule, "starters", text, cost - limit + 1, {cost = cost, limit = limit}) end
  end
  below("FC-DECK-3", "squad.cost", front + back, COST_LIMIT)
  below("FC-DECK-4", "squad.front_cost", front, WING_LIMIT)
  below("FC-DECK-5", "squad.back_cost", back, WING_LIMIT)
end

-- FC-DECK-6: every reserve is cheaper than the cheapest starter.
local function check_reserves(found, starters, reserves)
  local cheapest
  for _, item in ipairs(starters) do
    if not cheapest or item.card.cost < cheapest then cheapest = item.card.cost end
  end
  for _, item in ipairs(reserves) do
    local over = cheapest and item.card.cost - cheapest + 1 or 0
    if over > 0 then
      local values = {card = item.card, cost = item.card.cost, cheapest = cheapest}
      report(found, "FC-DECK-6", item.entry, "squad.dear_reserve", over, values)
    end
  end
end

-- FC-DECK-0, FC-DECK-7: counts a list of action cards, by effect over both lists.
local function count_actions(found, list, entry, copies)
  local size = 0
  for id, number in pairs(list) do
    local card = find(id)
    size = size + number
    if card and card.type == "action" then
      local total = (copies[card.effect] or 0) + number
      copies[card.effect] = total
      local over = math.min(number, total - COPY_LIMIT)
      if over > 0 then report(found, "FC-DECK-7", entry .. "." .. id, "squad.copies", over, {card = card}) end
    else
      report(found, "FC-DECK-0", entry .. "." .. id, NOT_A.action, 1, {id = id})
    end
  end
  return size
end

-- FC-DECK-0, FC-DECK-7, FC-DECK-8: the deck, and a side of six or none.
local function check_actions(found, card)
  local copies = {}
  check_size(found, "deck", count_actions(found, card.deck, "deck", copies), DECK)
  local side = count_actions(found, card.side or {}, "side", copies)
  if side ~= 0 and side ~= SIDE then
    report(found, "FC-DECK-8", "side", "squad.side", math.abs(side - SIDE), {number = side})
  end
end

-- FC-DECK-0 to FC-DECK-8: everything that is wrong with a squad, in rule order.
function squad.problems(card)
  local found = {}
  local starters = read(found, card.starters, "player", "starters")
  local reserves = read(found, squad.reserves(card), "player", "reserves")
  check_size(found, "starters", #card.starters, STARTERS)
  check_size(found, "reserves", #squad.reserves(card), game.options.reserves)
  check_persons(found, {starters, reserves})
  check_positions(found, starters)
  check_costs(found, starters)
  check_reserves(found, starters, reserves)
  check_actions(found, card)
  return found
end

return squad

local turn = {}

-- A key is forged, and a family named, but for one that is closed.
function turn.begin(seat)
  seat.stole = 0
  for _, card in ipairs(cards{zone = seat.line, spent = true}) do card.spent = false end
  if seat.coins >= seat.key_cost then
    seat.coins = seat.coins - seat.key_cost
    raise("key.forged", {seat = seat}, function() seat.keys = seat.keys + 1 end)
  end
  local names = {}
  for _, family in ipairs{"ember", "moss", "brine"} do
    if family ~= seat.closed then names[#names + 1] = family end
  end
  local named = choose.one{seat = seat, prompt = "family", from = names}
  raise("family.named", {seat = seat, family = named}, function() seat.family = named end)
end

-- What may be played or used: cards of the named family, and those that are free.
local function usable(seat, list)
  local out = {}
  for _, card in ipairs(list) do
    if card.family == seat.family or card:has("free") or
      card.zone == seat.hand and any{zone = seat.line, with = "patron"} then
      out[#out + 1] = card
    end
  end
  return out
end

local function use(seat, how, card)
  card.spent = true
  if card.stunned then
    card.stunned = false
    return
  end
  if how == "reap" then
    raise("creature.reaps", {creature = card, seat = seat}, function() seat.coins = seat.coins + 1 end)
    return
  end
  local foe = choose.one{seat = seat, prompt = "foe", from = cards{zone = seat.next.line, type = "creature"}}
  local mine, theirs = card.power, foe.power
  raise("creature.fights", {creature = card, foe = foe}, function()
    rules.cards.hurt({{card, theirs}, {foe, mine}})
  end)
end

function turn.take(seat)
  while true do
    local offer = options()
    offer:product({"play"}, usable(seat, seat.hand:cards()))
    local ready = usable(seat, cards{zone = seat.line, type = "creature", spent = false})
    offer:product({"reap"}, ready)
    if not seat.peace and any{zone = seat.next.line, type = "creature"} then offer:product({"fight"}, ready) end
    local how, card = choose.one{seat = seat, prompt = "turn", from = offer, optional = true}
    if not how then return end
    if how == "play" then rules.cards.play(seat, card) else use(seat, how, card) end
  end
end

function turn.won() return any{zone = "line"} and (game.seats[1].keys > 2 or game.seats[2].keys > 2) end

function turn.judge() finish{draw = game.seats} end

return turn

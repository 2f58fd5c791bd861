-- A duel of two lines: who plays what, who attacks whom, and what becomes of it.
local duel = {}

local HAND, PLAYS = 4, 2

-- Who comes second has a card more.
function duel.deal()
  for i, seat in ipairs(game.seats) do
    shuffle(seat.deck)
    duel.draw(seat, HAND + i - 1)
  end
end

function duel.draw(seat, n)
  for _ = 1, math.min(n, seat.deck.count) do move(seat.deck.top, seat.hand) end
end

-- A turn readies the line and brings a card. Whoever was kept alive by the last one alone is
-- destroyed now.
function duel.begin(seat)
  duel.hurt({})
  seat.plays = PLAYS
  for _, card in ipairs(cards{zone = seat.line}) do card.ready = true end
  duel.draw(seat, 1)
end

-- Cards are played, and each creature that is ready attacks or acts, in any order.
function duel.act(seat)
  while true do
    local offer = options()
    if seat.plays > 0 then
      offer:product({"play"}, cards{zone = seat.hand, type = {"creature", "trick"}})
      if not seat.line.empty then offer:product({"play"}, cards{zone = seat.hand, type = "charm"}) end
    end
    if seat.next.line.empty or #duel.open(seat.next) > 0 then
      offer:product({"attack"}, cards{zone = seat.line, ready = true})
    end
    offer:add(actions("act", seat))
    local how, card = choose.one{seat = seat, prompt = "act", from = offer, optional = true}
    if not how then return end
    if how == "play" then
      duel.play(seat, card)
    elseif how == "attack" then
      duel.attack(seat, card)
    else
      perform(how, seat)
    end
  end
end

-- A creature goes to an end of the line, a charm onto a creature, a trick to the discard pile.
function duel.play(seat, card)
  reveal(card)                           -- else a question about it would tell
  seat.plays = seat.plays - 1
  local to, place = seat.discard, "top"
  if card.type == "creature" then
    to = seat.line
    if not to.empty then
      local side = choose.one{seat = seat, prompt = "flank", from = {"left", "right"}, about = {card = card}}
      place = side == "left" and "top" or "bottom"
    end
  elseif card.type == "charm" then
    to = choose.one{seat = seat, prompt = "bearer", from = cards{zone = seat.line}, about = {card = card}}.gear
  end
  raise("card.played", {card = card, seat = seat}, function()
    move(card, to, place)
    if card.type == "creature" then card.ready = card:has("swift") end
  end)
end

-- The creatures beside one in its line.
function duel.beside(card)
  local list, out = card.zone:cards(), {}
  for i, other in ipairs(list) do
    if list[i - 1] == card or list[i + 1] == card then out[#out + 1] = other end
  end
  return out
end

-- The creatures of a seat that can be attacked: those at the ends, but for one beside a guard.
function duel.open(seat)
  local out = {}
  for _, card in ipairs(cards{zone = seat.line}) do
    local beside, kept = duel.beside(card), false
    for _, other in ipairs(beside) do kept = kept or other:has("guard") end
    if #beside < 2 and (not kept or card:has("guard")) then out[#out + 1] = card end
  end
  return out
end

-- Both fight; without any creature before it the attacker strikes the other seat.
function duel.attack(seat, card)
  card.ready = false
  if seat.next.line.empty then
    seat.next.life = seat.next.life - card.power
    return duel.fallen()
  end
  local foe = choose.one{seat = seat, prompt = "foe", from = duel.open(seat.next), about = {card = card}}
  raise("creature.fights", {creature = card, foe = foe}, function()
    duel.hurt({{foe, card.power, card}, {card, foe.power, foe}})
  end)
end

-- Creatures are dealt damage at once: {creature, amount, by whom} each. Destroyed are those with
-- as much damage as power, and those that a venomous one has hurt.
function duel.hurt(hits)
  local dead, bitten = {}, {}
  for _, hit in ipairs(hits) do
    local card, amount, by = hit[1], hit[2], hit[3]
    card.damage = card.damage + amount
    bitten[card] = by and amount > 0 and by:has("venom")
  end
  for _, card in ipairs(cards{zone = "line"}) do
    if card.damage >= card.power or bitten[card] then dead[#dead + 1] = card end
  end
  duel.destroy(dead)
end

function duel.destroy(list)
  local dead = {}
  for i, card in ipairs(list) do dead[i] = {card = card} end
  raise_all("card.destroyed", dead, function(ev) move(ev.card, ev.card.owner.discard) end)
end

-- Who has no life left has lost.
function duel.fallen()
  for _, seat in ipairs(game.seats) do
    if seat.life <= 0 then finish(seat.next) end
  end
end

-- After the last round the most life wins; equal lives are a draw.
function duel.judge()
  local one, two = game.seats[1], game.seats[2]
  if one.life == two.life then return finish{draw = game.seats} end
  finish(one.life > two.life and one or two)
end

-- How well a seat stands, for bots that look ahead.
function duel.standing(seat)
  local power = sum("power", {zone = seat.line}) - sum("power", {zone = seat.next.line})
  return 3 * (seat.life - seat.next.life) + 2 * power + seat.hand.count - seat.next.hand.count
end

return duel

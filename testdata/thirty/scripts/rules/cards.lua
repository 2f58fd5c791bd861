local m = {}

-- Cards are destroyed together; one whose destruction is prevented stays.
function m.destroy(list)
  local hits = {}
  for i, card in ipairs(list) do hits[i] = {card = card} end
  return raise_all("card.destroyed", hits, function(ev)
    move(ev.card, ev.card.owner.discard)
    ev.left = true
  end)
end

-- Creatures are dealt damage together: {creature, amount} each.
function m.hurt(list)
  local hits = {}
  for i, hit in ipairs(list) do hits[i] = {creature = hit[1], amount = hit[2]} end
  raise_all("creature.hurt", hits, function(ev)
    ev.dealt = ev.amount
    ev.creature.hurt = ev.creature.hurt + ev.amount
  end)
  local dead = {}
  for _, card in ipairs(cards{type = "creature", zone = "line", hurt = {min = 1}}) do
    if card.hurt >= card.power then dead[#dead + 1] = card end
  end
  m.destroy(dead)
end

-- The creatures beside one in its line.
function m.beside(card)
  local list, out = card.zone:cards(), {}
  for i, other in ipairs(list) do
    if list[i - 1] == card or list[i + 1] == card then out[#out + 1] = other end
  end
  return out
end

function m.steal(to, amount)
  raise("coins.stolen", {from = to.next, to = to, amount = math.min(amount, to.next.coins)}, function(ev)
    ev.from.coins = ev.from.coins - ev.amount
    ev.to.coins = ev.to.coins + ev.amount
    ev.to.stole = ev.to.stole + ev.amount
  end)
end

function m.draw(seat, amount)
  for _ = 1, math.min(amount, seat.deck.count) do move(seat.deck.top, seat.hand) end
end

-- A card is played into the line, onto a creature, or to the discard pile.
function m.play(seat, card)
  local to = seat.discard
  if card.type == "creature" or card.type == "relic" then
    to = seat.line
  elseif card.type == "charm" then
    to = choose.one{seat = seat, prompt = "bearer", from = cards{zone = "line", type = "creature"},
      about = {card = card}}.gear
  end
  raise("card.played", {card = card, seat = seat}, function() move(card, to, "bottom") end)
end

return m

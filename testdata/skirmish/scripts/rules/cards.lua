local m = {}

-- Cards are destroyed together; one whose destruction is prevented stays.
function m.destroy(list)
  local hits = {}
  for _, card in ipairs(list) do hits[#hits + 1] = {card = card} end
  return raise_all("card.destroyed", hits, function(ev)
    ev.heir = ev.card.zone.top
    move(ev.card, ev.card.owner.discard)
    ev.left = true
  end)
end

-- Creatures are dealt damage together: {creature, amount} each.
function m.hurt(list)
  local hits = {}
  for _, hit in ipairs(list) do hits[#hits + 1] = {creature = hit[1], amount = hit[2]} end
  local done = raise_all("creature.hurt", hits, function(ev)
    ev.dealt = math.min(ev.amount, ev.creature.power - ev.creature.hurt)
    ev.creature.hurt = ev.creature.hurt + ev.amount
  end)
  local dead = {}
  for _, card in ipairs(cards{type = "creature", zone = "line"}) do
    if card.hurt >= card.power and card.hurt > 0 then dead[#dead + 1] = card end
  end
  if #dead > 0 then m.destroy(dead) end
  return done
end

function m.steal(to, amount)
  local from = to.next
  return raise("coins.stolen", {from = from, to = to, amount = amount}, function(ev)
    ev.got = math.min(ev.amount, from.coins)
    from.coins = from.coins - ev.got
    to.coins = to.coins + ev.got
  end)
end

function m.draw(seat, amount)
  for _ = 1, math.min(amount, seat.deck.count) do move(seat.deck.top, seat.hand) end
end

return m

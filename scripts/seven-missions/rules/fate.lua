-- Where cards go: excluded, discarded, lost.
local fate = {}

-- The items on a card go to the same place.
local function with_items(card)
  local all = cards{ type = "item", at = card, except = card }
  all[#all + 1] = card
  return all
end

-- SM-EXCLUDE: money returns to its supply, everything else goes to the box for good.
function fate.exclude(card)
  if card.type == "money" then
    card.owner, card.seat = nil, nil
    move(card, game["supply_" .. card.id])
  else
    move(with_items(card), game.box)
  end
  rules.solo.check_skills()
end

-- SM-ACT-END 1: a played card goes where its symbol sends it, its item along.
function fate.after_play(card, seat)
  if card.after == "exclude" then
    fate.exclude(card)
  else
    move(with_items(card), seat.discard)
  end
end

-- SM-CBT-LOSS 3: a monster of a lost land returns to who played it; A16 in solo.
function fate.retreat(monster)
  if monster.owner then
    move(monster, monster.owner.discard)
  elseif game.options.lost_monsters == "bottom" then
    move(monster, game.pile_monsters, "bottom")
  else
    fate.exclude(monster)
  end
end

-- SM-CBT-AFTER: a card tries to exclude a participant; others may prevent it.
function fate.banish(member, by)
  raise("member.banished", { member = member, by = by }, function() fate.exclude(member) end)
end

return fate

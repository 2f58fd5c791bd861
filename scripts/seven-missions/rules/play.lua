-- Playing money, companions and items (digest section 5.1, ANY-*).
local play = {}

-- ANY-MONEY: the card for its coins.
function play.coins(seat, card)
  move(card, seat.play)
  say("coins", { seat = seat, card = card, count = card.value })
  seat.coins = seat.coins + card.value
end

-- ANY-MONEY: the card for its draw icon instead.
function play.icon(seat, card)
  move(card, seat.play)
  say("icon", { seat = seat, card = card })
  rules.deck.draw(seat, card.icon)
end

-- Coins of an ability; they pile up until the end of the turn.
function play.gain(seat, n)
  if n == 0 then return end
  say("gains", { seat = seat, count = n })
  seat.coins = seat.coins + n
end

-- ANY-COMPANION: a companion comes into play, upright.
function play.call(seat, card)
  move(card, seat.play)
  say("call", { seat = seat, card = card })
end

-- The own character and the own companions in play.
function play.members(seat)
  return cards{ zone = "members", seat = seat, type = { "character", "companion" } }
end

-- ANY-EQUIP: members that meet the item's condition.
local function bearers(seat, item)
  if item.needs == 0 then return play.members(seat) end
  return cards{
    zone = "members", seat = seat, type = { "character", "companion" }, [item.family] = { min = item.needs },
  }
end

-- ANY-EQUIP: items in hand that somebody can bear; o hears of the others.
function play.items(o, seat)
  local out = {}
  for _, item in ipairs(cards{ zone = seat.hand, type = "item" }) do
    if #bearers(seat, item) > 0 then out[#out + 1] = item else o:refuse(item, "no_bearer") end
  end
  return out
end

-- ANY-EQUIP: one item a bearer; an older one is excluded.
function play.equip(seat, item)
  local bearer = choose.one{ seat = seat, prompt = "bearer", about = { item = item }, from = bearers(seat, item) }
  raise("item.attached", { seat = seat, item = item, bearer = bearer }, function()
    for _, old in ipairs(bearer.gear:cards()) do rules.fate.exclude(old) end
    move(item, bearer.gear)
  end)
end

-- ANY-TAP: the member turns sideways; it will not fight this turn.
function play.tap(member, seat)
  raise("member.tapped", { seat = seat, member = member }, function() member.stance = "sideways" end)
end

return play

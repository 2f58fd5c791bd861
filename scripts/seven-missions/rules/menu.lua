-- The menu of a turn: every action that is legal now, as a verb and a card.
local menu = {}

-- One card of each name: equal copies are one option.
local function kinds(list)
  local seen, out = {}, {}
  for _, card in ipairs(list) do
    if not seen[card.id] then
      seen[card.id] = true
      out[#out + 1] = card
    end
  end
  return out
end
menu.kinds = kinds

-- Adds the verb with each of the things, if there are any.
local function add(options_, verb, things)
  if #things > 0 then options_:product({ verb }, things) end
end

-- The money in hand, one card of each name.
local function money_of(seat)
  return kinds(cards{ zone = seat.hand, type = "money" })
end

-- SM-ACT-ANY: what may bring cards: money for its icon, companions, abilities; between the roll and the skills too.
function menu.draws(o, seat, money)
  if rules.deck.left(seat) then add(o, "icon", money or money_of(seat)) end
  add(o, "call", kinds(cards{ zone = seat.hand, type = { "companion", "character" } }))
  add(o, "tap", actions("tap", seat))
end

-- SM-ACT-ANY: money, items and all that may bring cards, at any time but in a battle.
local function anytime(o, seat)
  local money = money_of(seat)
  add(o, "coins", money)
  add(o, "equip", rules.play.items(o, seat))
  menu.draws(o, seat, money)
end

-- SM-ACT-SCOUT, SM-ACT-BURN, SM-ACT-MOVE: once a turn each; MOVE-EXTRA after the move.
local function once(o, seat)
  if rules.market.may_scout(seat) and rules.solo.due(seat, "scout") then
    o:add("scout")
  else
    o:refuse("scout", seat.scouted and "once_a_turn" or "not_now")
  end
  if rules.market.may_thin(seat) and rules.solo.due(seat, "intervene") then
    o:add("intervene")
  else
    o:refuse("intervene", seat.intervened and "once_a_turn" or seat.coins < 1 and "no_coin" or "not_now")
  end
  if rules.move.allowed(seat) and rules.solo.due(seat, "move") then
    o:add("move")
  else
    o:refuse("move", seat.moved and "once_a_turn" or "road_closed")
  end
  if rules.move.extra_allowed(seat) then o:add("extra") end
end

-- SM-ACT-BUY, SM-ACT-PLACE: any number.
local function trade(o, seat)
  if rules.solo.due(seat, "buy") then add(o, "buy", rules.market.wares(seat)) end
  if any{ zone = seat.hand, type = { "monster", "miracle" } } then
    add(o, "place", kinds(rules.place.playable(o, seat)))
  end
end

-- SM-ACT-COMBAT, SM-ACT-END: battles until combat is closed; no end before that.
local function mandatory(o, seat)
  if seat.combat == "closed" then
    o:add("finish")
  else
    if rules.combat.possible(seat) then o:add("fight") else o:refuse("fight", "no_battle") end
    o:add("close")
  end
end

-- SM-CBT-2: while combat is open only battles and what is allowed at any time.
local function offered(seat)
  local o = options()
  anytime(o, seat)
  if seat.combat ~= "open" then
    once(o, seat)
    trade(o, seat)
  end
  mandatory(o, seat)
  return o
end

-- What each verb does.
local does = {
  coins     = function(seat, card) rules.play.coins(seat, card) end,
  icon      = function(seat, card) rules.play.icon(seat, card) end,
  call      = function(seat, card) rules.play.call(seat, card) end,
  equip     = function(seat, card) rules.play.equip(seat, card) end,
  tap       = function(seat, action) perform(action, seat) end,
  scout     = function(seat) rules.market.scout(seat) end,
  intervene = function(seat) rules.market.intervene(seat) end,
  move      = function(seat) rules.move.first(seat) end,
  extra     = function(seat) rules.move.extra(seat) end,
  buy       = function(seat, card) rules.market.buy(seat, card) end,
  place     = function(seat, card) rules.place.play(seat, card) end,
  fight     = function(seat) rules.combat.fight(seat) end,
  close     = function(seat) rules.combat.close(seat) end,
  finish    = function(seat) rules.victory.declare_end(seat) end,
}

-- What lies inside the phase of the move: extra moves, and what is allowed at any time.
local in_move = { extra = true, coins = true, icon = true, call = true, equip = true, tap = true }

-- Does what a seat has chosen; any other phase ends that of the move (b21).
function menu.perform(seat, verb, thing)
  rules.solo.proceed(seat, verb)
  seat.moving = seat.moving and in_move[verb] or false
  does[verb](seat, thing)
end

-- Asks for one action and does it.
function menu.act(seat)
  local verb, thing = choose.one{ seat = seat, prompt = "act", about = { coins = seat.coins }, from = offered(seat) }
  menu.perform(seat, verb, thing)
end

return menu

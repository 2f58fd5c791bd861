local turn = {}

-- A creature that is used is spent first; a creature fights one of the other side.
local function use(seat, how, card)
  card.spent = true
  if how == "reap" then
    raise("creature.reaps", {creature = card, seat = seat}, function() seat.coins = seat.coins + 1 end)
    return
  end
  local foe = choose.one{seat = seat, prompt = "foe", from = cards{zone = seat.next.line}}
  local mine, theirs = card.power, foe.power
  raise("creature.fights", {creature = card, foe = foe}, function()
    rules.cards.hurt({{card, theirs}, {foe, mine}})
  end)
end

-- A card is played into the line, onto a creature, or to the discard pile.
local function play(seat, card)
  local to = seat.discard
  if card.type == "creature" then
    to = seat.line
  elseif card.type == "charm" then
    to = choose.one{seat = seat, prompt = "bearer", from = cards{zone = "line"}, about = {card = card}}.gear
  end
  raise("card.played", {card = card, seat = seat}, function() move(card, to) end)
end

function turn.take(seat)
  local offer = options()
  offer:product({"play"}, seat.hand:cards())
  local ready = cards{zone = seat.line, spent = false}
  offer:product({"reap"}, ready)
  if seat.next.line.count > 0 then offer:product({"fight"}, ready) end
  offer:add(actions("act", seat))
  offer:add("done")
  local how, card = choose.one{seat = seat, prompt = "turn", from = offer}
  if how == "done" then
    rules.cards.draw(seat, 1)
    pass(seat)
  elseif how == "play" then
    play(seat, card)
  elseif how == "reap" or how == "fight" then
    use(seat, how, card)
  else
    perform(how, seat)
  end
end

function turn.judge()
  finish{draw = game.seats}
end

return turn

local trials = {}

function trials.deal()
  shuffle(game.deck)
  for _ = 1, 6 do
    for _, seat in ipairs(game.seats) do move(game.deck.top, seat.hand) end
  end
end

function trials.round()
  for _, seat in ipairs(game.seats) do
    local card = choose.one{seat = seat, prompt = "play", from = cards{zone = seat.hand}}
    move(card, game.stage)
    for _ = 1, card.rolls do roll("judge") end
    if game.options.planted == "yes" then seat.lead = seat.lead + card.worth end
  end
end

-- Of a thousand results each seat has as many as any other, but for the ten that its
-- cards have brought it for a point and taken from the others.
function trials.judge()
  local seats, lead, at = #game.seats, 0, 0
  for _, seat in ipairs(game.seats) do lead = lead + seat.lead end
  for _ = 1, 3 do at = 10 * at + roll("judge") end
  for _, seat in ipairs(game.seats) do
    at = at - math.floor((1000 + 10 * seats * seat.lead - 10 * seats * (lead - seat.lead) / (seats - 1)) / seats)
    if at < 0 then finish(seat) end
  end
  finish(game.seats[seats])
end

return trials

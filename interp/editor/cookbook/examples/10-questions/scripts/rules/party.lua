local party = {}

-- Some of several: up to two cards go.
function party.tidy(seat)
  local gone = choose.some{seat = seat, prompt = "tidy", from = seat.hand:cards(), min = 1, max = 2}
  move(gone, seat.deck, "bottom")
end

-- An order: the hand goes on top of the deck, the first card topmost.
function party.stack(seat)
  local order = choose.order{seat = seat, prompt = "stack", from = seat.hand:cards()}
  for i = #order, 1, -1 do move(order[i], seat.deck) end
end

-- A number, then yes or no.
function party.bet(seat)
  if seat.points == 0 then return end
  local bet = choose.number{seat = seat, prompt = "bet", min = 1, max = seat.points}
  if choose.yes{seat = seat, prompt = "sure", about = {bet = bet}} then seat.points = seat.points - bet end
end

-- Shares: three points among the seats.
function party.treat(seat)
  for _, share in ipairs(choose.split{seat = seat, prompt = "treat", from = game.seats, total = 3, max = 2}) do
    share[1].points = share[1].points + share[2]
  end
end

-- In secret: every seat picks a card, then all come on stage.
function party.duel()
  local picks = choose.secret{seats = game.seats, prompt = "duel", from = function(seat) return seat.hand:cards() end}
  for _, seat in ipairs(game.seats) do
    if picks[seat.number] then move(picks[seat.number], seat.stage) end
  end
end

-- Pairs: who, and where to.
function party.lend(seat)
  local card, to = choose.one{seat = seat, prompt = "lend", from = options():product(seat.hand:cards(), seat.opponents)}
  if card then move(card, to.hand) end
end

return party

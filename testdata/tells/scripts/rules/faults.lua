-- What tells: each for the second seat, from which the first learns.
local faults = {}

-- The deck is shuffled only where the gem was in it.
function faults.seek()
  local seat = game.seats[2]
  local gem = cards{zone = seat.deck, id = "gem"}[1]
  if gem then
    move(gem, seat.hand)
    shuffle(seat.deck)
  end
end

-- Only who holds a sword is asked.
function faults.ask()
  local seat = game.seats[2]
  if any{zone = seat.hand, id = "sword"} and choose.yes{seat = seat, prompt = "strike"} then
    seat.score = seat.score + 1
  end
end

-- What lies on the card shows where it goes.
function faults.bury()
  local seat = game.seats[2]
  local card = seat.line:cards()[1]
  move(card, seat.deck)
  move(cards{zone = game.box, type = "mark"}[1], card.marks)
  shuffle(seat.deck)
end

-- A card that was drawn last counts, and nobody has seen which that is.
function faults.spend()
  local seat = game.seats[2]
  local card = choose.one{seat = seat, prompt = "spend", from = seat.hand:cards()}
  local fresh = card.fresh
  move(card, seat.line)
  if fresh then seat.score = seat.score + 1 end
end

return faults

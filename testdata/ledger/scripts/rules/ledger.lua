local ledger = {}

local MOODS = {"calm", "restless_and_about_to_leave", "merry"}
local OATHS = {"by ink", "by quill", "by whatever lies in the third drawer of the harbour master's desk"}

function ledger.deal()
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do
    for _ = 1, 7 do move(game.deck.top, seat.hand) end
  end
end

-- A card goes to the desk, all else follows from it.
function ledger.enter(seat)
  local card = choose.one{seat = seat, prompt = "enter", from = seat.hand:cards()}
  move(card, game.desk)
  seat.pages = seat.pages + card.rank
  seat.ready = not seat.ready
  seat.mood = MOODS[card.rank % 3 + 1]
  seat.oath = OATHS[card.rank % 3 + 1]
  seat.chosen = card
  seat.held = seat.hand:cards()[1]
  seat.secret = seat.hand:cards()[1]
  seat.rival = seat.next
  seat.haunt = card.rank % 2 == 0 and game.desk or seat.hand
  seat.debt = card.rank
  seat.tally = card.rank
  if card.rank % 2 == 0 then seat.bond = nil else seat.bond = card end
end

function ledger.close()
  finish(game.seats)
end

return ledger

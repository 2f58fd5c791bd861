-- Ten rounds of draw, play and discard.
local round = {}

local HAND = 5

function round.deal()
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do
    for _ = 1, HAND do move(game.deck.top, seat.hand) end
  end
end

-- Take the top of the deck or of the pile; an empty deck first becomes the discard pile as it lies.
function round.draw(seat)
  local deck, pile, from = game.deck, game.pile, options()
  if deck.empty then move(game.discard:cards(), deck, "bottom") end
  if not deck.empty then from:add(deck) end
  if not pile.empty then from:add(pile) end
  local zone = choose.one{seat = seat, prompt = "draw", from = from}
  if zone then move(zone.top, seat.hand) end
end

-- Put any card on the pile, or pass.
function round.play(seat)
  local card = choose.one{seat = seat, prompt = "play", from = options():add(seat.hand:cards()):add("pass")}
  if card == "pass" then return end
  local pile = game.pile
  local covered = pile.top
  local rise = not covered or card.rank > covered.rank
  move(card, pile)
  raise("card.played", {card = card, seat = seat, rise = rise})
end

-- With more than five cards in hand, discard one.
function round.shed(seat)
  local hand = seat.hand
  if hand.count > HAND then move(choose.one{seat = seat, prompt = "shed", from = hand:cards()}, game.discard) end
end

-- The highest score wins; a tie is shared.
function round.judge()
  local best, winners = -1, {}
  for _, seat in ipairs(game.seats) do
    if seat.score > best then best, winners = seat.score, {} end
    if seat.score == best then winners[#winners + 1] = seat end
  end
  finish(winners)
end

return round

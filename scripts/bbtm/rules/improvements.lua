-- Improvements: Star Players, team upgrades and staff upgrades.
local improvements = {}

-- The Star Player deck of the manager's subdivision.
function improvements.star_deck(seat)
  return seat.subdivision == "owa" and game.star_owa or game.star_cwc
end

-- A manager gains an improvement; it counts for the season wherever it ends.
function improvements.gain(card, seat, zone)
  raise("improvement.gained", {card = card, seat = seat}, function()
    rules.squad.sign({card}, seat)
    seat.improvements = seat.improvements + 1
    move(card, zone, "bottom")
  end)
end

-- Reveal Improvement Pile: one manager after the other in turn order.
function improvements.reveal()
  for _, seat in ipairs(seats_from(game.first)) do
    if not seat.pile.empty then schedule("improvements.unveil", seat) end
  end
end

-- One improvement is read aloud: an upgrade goes to the office, a Star Player on top of the Team deck.
local function unveil(card, seat)
  raise("improvement.revealed", {card = card, seat = seat}, function()
    move(card, card.type == "player" and seat.deck or seat.office)
  end)
end

-- All lie open; then staff, team upgrades, Freebooters, and the other Star Players in an order of his choice.
function improvements.unveil(seat)
  reveal(seat.pile:cards())
  for _, card in ipairs(cards{zone = seat.pile, type = "staff_upgrade"}) do unveil(card, seat) end
  for _, card in ipairs(cards{zone = seat.pile, type = "team_upgrade"}) do unveil(card, seat) end
  for _, card in ipairs(cards{zone = seat.pile, with = "freebooter"}) do unveil(card, seat) end
  local stars = choose.order{seat = seat, prompt = "top", from = seat.pile:cards()}
  for place = #stars, 1, -1 do unveil(stars[place], seat) end
end

-- Freebooter: a player may leave for the box; deck, discard pile and newcomer become the new Team deck.
function improvements.enlist(card, seat)
  reveal(seat.deck:cards(), seat)
  local roster = cards{zone = {"deck", "discard", "hand"}, owner = seat}
  local released = choose.one{seat = seat, prompt = "release", about = {player = card}, from = roster, optional = true}
  if released then
    raise("player.released", {player = released, seat = seat}, function() move(released, game.box) end)
  end
  say("enlisted", {seat = seat, player = card})
  move(card, seat.deck)
  move(seat.discard:cards(), seat.deck)
  shuffle(seat.deck)
end

return improvements

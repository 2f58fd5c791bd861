-- Setup, in the order of the rulebook.
local setup = {}

-- Choose Teams: each manager takes his starting players and team upgrades; other teams stay in the box.
function setup.teams()
  for _, seat in ipairs(game.seats) do
    seat.team = game.options.teams[seat.number]
    local players = cards{zone = "box", type = "player", team = seat.team, star = false}
    local upgrades = cards{zone = "box", type = "team_upgrade", team = seat.team}
    seat.subdivision = players[1].subdivision
    rules.squad.sign(players, seat)
    rules.squad.sign(upgrades, seat)
    move(players, seat.deck)
    move(upgrades, seat.upgrade_deck)
    shuffle(seat.deck)
    shuffle(seat.upgrade_deck)
    say("team", {seat = seat, team = seat.team})
  end
end

-- Prepare the highlight deck, the two Star Player decks and the staff deck.
function setup.decks()
  move(cards{zone = "box", star = true, subdivision = "owa"}, game.star_owa)
  move(cards{zone = "box", star = true, subdivision = "cwc"}, game.star_cwc)
  shuffle(game.highlight_deck)
  shuffle(game.star_owa)
  shuffle(game.star_cwc)
  shuffle(game.staff_deck)
  game.reel_size = #game.seats == 2 and 4 or #game.seats
end

-- How many tournaments and headlines lie on The Blood Bowl.
local WEEKS = {
  standard    = {tournaments = 2, headlines = 2},
  abbreviated = {tournaments = 1, headlines = 2},
  extended    = {tournaments = 2, headlines = 3},
}
local TWO_MANAGERS = {tournaments = 3, headlines = 0}

local function deal(deck, count)
  for _ = 1, count do move(deck.top, game.spike_deck) end
end

-- Prepare the Spike! Magazine deck: The Blood Bowl always comes last.
function setup.spike_deck()
  local weeks = #game.seats == 2 and TWO_MANAGERS or WEEKS[game.options.season]
  local final = first{final = true}
  move(final, game.spike_deck)
  shuffle(game.tournament_deck)
  shuffle(game.headline_deck)
  deal(game.tournament_deck, weeks.tournaments)
  deal(game.headline_deck, weeks.headlines)
  shuffle(game.spike_deck)
  move(final, game.spike_deck, "bottom")
  reveal(final)
end

-- Assign First Manager: he holds the golden coin.
function setup.first_manager()
  game.first = game.options.first
  say("first", {seat = game.first})
end

-- Abbreviated season: everybody starts with improvements.
function setup.improvements()
  if game.options.season ~= "abbreviated" then return end
  for _, seat in ipairs(seats_from(game.first)) do
    schedule("setup.starting_improvements", seat)
  end
  schedule("improvements.reveal")
end

-- Four Star Players to draft two from, one team upgrade, three staff upgrades to keep one of.
function setup.starting_improvements(seat)
  rules.payouts.draft(seat, "star", 4, 2)
  rules.payouts.draft(seat, "team_upgrade", 1, 1)
  rules.payouts.draft(seat, "staff_upgrade", 3, 1)
end

return setup

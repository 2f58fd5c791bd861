-- The Maintenance phase.
local maintenance = {}

local HAND = 6

-- Refresh Cards: exhausted upgrades turn upright.
function maintenance.refresh()
  for _, upgrade in ipairs(cards{zone = "office", exhausted = true}) do
    upgrade.exhausted = false
  end
end

-- Replenish Hand: up to six cards; whoever has more keeps them.
function maintenance.replenish()
  for _, seat in ipairs(seats_from(game.first)) do
    rules.squad.draw(seat, HAND - seat.hand.count)
  end
end

-- Restock the Cheating Token Pool.
function maintenance.restock()
  move(cards{zone = "spent"}, game.pool)
end

-- Reveal the Spike! Magazine Card; what it does at once happens now.
function maintenance.reveal()
  if not game.spike.empty then move(game.spike.top, game.box) end
  local card = game.spike_deck.top
  move(card, game.spike)
  raise("spike.revealed", {card = card})
end

-- Roll the Highlights; scheduling limitations count the tournament as one of the matchups.
function maintenance.roll()
  local size = game.reel_size
  if game.options.scheduling == "on" and any{zone = "spike", type = "tournament"} then size = size - 1 end
  for _ = 1, math.min(size, game.highlight_deck.count) do
    move(game.highlight_deck.top, game.reel, "bottom")
  end
  say("reel", {highlights = game.reel:cards()})
end

-- Prepare for Kickoff: a ball at midfield of every matchup.
function maintenance.kickoff()
  for _, matchup in ipairs(rules.pitch.matchups()) do
    move(game.balls.top, matchup.midfield)
  end
end

return maintenance

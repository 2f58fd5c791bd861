-- Collect Payouts.
local payouts = {}

local BY_RESULT = {winner = "winner_payout", runner_up = "runner_up_payout", loser = "loser_payout"}

-- A highlight pays the own zone, the winner also the centre; alone, everything.
local function highlight_sections(matchup, seat, alone)
  local own, other = "left_payout", "right_payout"
  if any{zone = matchup.right, seat = seat} then own, other = other, own end
  if alone then return {own, other, "center_payout"} end
  return seat.result == "winner" and {own, "center_payout"} or {own}
end

-- A tournament pays by result; alone, everything, but two managers have no runner-up payout.
local function tournament_sections(seat, alone)
  if not alone then return {BY_RESULT[seat.result]} end
  if #game.seats == 2 then return {"winner_payout", "loser_payout"} end
  return {"winner_payout", "runner_up_payout", "loser_payout"}
end

-- A manager collects all that a matchup owes him, each section on its own.
function payouts.collect(matchup, seat)
  local alone = #rules.pitch.teams(matchup) == 1
  local sections = matchup.type == "tournament" and tournament_sections(seat, alone)
    or highlight_sections(matchup, seat, alone)
  for _, section in ipairs(sections) do
    if #matchup[section] > 0 then schedule("payouts.section", matchup, seat, section) end
  end
end

-- Either/Or: the winner picks one half of the centre.
local function either_or(seat, matchup)
  local one, two = matchup.center_payout, matchup.center_choice
  local list = options():product({one[1]}, {#one}):product({two[1]}, {#two})
  local kind = choose.one{seat = seat, prompt = "reward", about = {matchup = matchup}, from = list}
  return kind == one[1] and one or two
end

-- One section of a card.
function payouts.section(matchup, seat, section)
  raise("payout.collected", {matchup = matchup, seat = seat, section = section}, function()
    if section == "center_payout" and #matchup.center_choice > 0 then
      payouts.pay(seat, either_or(seat, matchup))
    else
      payouts.pay(seat, matchup[section])
    end
  end)
end

-- Pays icons, those of a kind together: each word of the list has a function here, or in a mod.
function payouts.pay(seat, icons)
  local owed = {}
  for _, icon in ipairs(icons) do owed[icon] = (owed[icon] or 0) + 1 end
  for kind, pay in pairs(does.payout) do
    if owed[kind] then pay(seat, owed[kind]) end
  end
end

-- Fans come at once.
function payouts.fan(seat, count)
  seat.fans = seat.fans + count
end

-- For the others as many cards are drawn as there are icons of the kind, and one is kept.
function payouts.star(seat, count) payouts.draft(seat, "star", count, 1) end
function payouts.team_upgrade(seat, count) payouts.draft(seat, "team_upgrade", count, 1) end
function payouts.staff_upgrade(seat, count) payouts.draft(seat, "staff_upgrade", count, 1) end

-- The deck that a kind of improvement comes from.
local function deck_of(seat, kind)
  if kind == "team_upgrade" then return seat.upgrade_deck end
  if kind == "staff_upgrade" then return game.staff_deck end
  return rules.improvements.star_deck(seat)
end

-- Draws cards, keeps so many of them; the rest goes to the bottom of the deck in any order.
function payouts.draft(seat, kind, count, keep)
  local deck = deck_of(seat, kind)
  raise("payout.drawn", {seat = seat, kind = kind, count = count}, function(ev)
    for _ = 1, math.min(ev.count, deck.count) do move(deck.top, seat.drawn, "bottom") end
    for _ = 1, keep do
      local card = choose.one{seat = seat, prompt = "keep", from = seat.drawn:cards()}
      if card then rules.improvements.gain(card, seat, seat.pile) end
    end
    move(choose.order{seat = seat, prompt = "bottom", from = seat.drawn:cards()}, deck, "bottom")
  end)
end

return payouts

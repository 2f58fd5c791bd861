-- The matchups of the week, their team zones, and who may stand where.
local pitch = {}

local MORG = {"morg_n_thorg_owa", "morg_n_thorg_cwc"}

-- The highlights from the Highlight deck on, then the tournament.
function pitch.matchups()
  local list = game.reel:cards()
  local card = game.spike.top
  if card and card.type == "tournament" then list[#list + 1] = card end
  return list
end

-- The managers with a player at a matchup, in turn order.
function pitch.teams(matchup)
  local list = {}
  for _, seat in ipairs(seats_from(game.first)) do
    if any{zone = "pitch", at = matchup, seat = seat} then list[#list + 1] = seat end
  end
  return list
end

-- The team zones where a manager may put one more player: where he has some, else his own at a tournament
-- and every empty one at a highlight.
function pitch.zones(seat)
  local open, limit = {}, game.zone_limit
  for _, matchup in ipairs(pitch.matchups()) do
    local own
    if matchup.type == "tournament" then
      own = matchup:zone_of("side", seat)
    else
      local left, right = matchup.left, matchup.right
      local one, other = left.top, right.top
      if one and one.seat == seat then
        own = left
      elseif other and other.seat == seat then
        own = right
      else
        if not one then open[#open + 1] = left end
        if not other then open[#open + 1] = right end
      end
    end
    if own and own.count < limit then open[#open + 1] = own end
  end
  return open
end

-- Morg 'N Thorg never meets another manager's Morg 'N Thorg.
local function meets_morg(player, seat, matchup)
  if player.id ~= MORG[1] and player.id ~= MORG[2] then return false end
  return any{zone = "pitch", at = matchup, id = MORG, ["not"] = {seat = seat}}
end

-- The zones among those that suit this very player, at matchups that pass the test.
local function suiting(zones, player, seat, test)
  local list = {}
  for _, zone in ipairs(zones) do
    if test(zone.owner) and not meets_morg(player, seat, zone.owner) then list[#list + 1] = zone end
  end
  return list
end

local function everywhere() return true end

-- Every way to commit a player: card and team zone are one choice.
function pitch.commitments(seat)
  local list, zones = options(), pitch.zones(seat)
  list:product(cards{zone = seat.hand, ["not"] = {id = MORG}}, zones)
  for _, morg in ipairs(cards{zone = seat.hand, id = MORG}) do
    list:product({morg}, suiting(zones, morg, seat, everywhere))
  end
  return list
end

-- Every way to move one of a manager's players to a different matchup.
function pitch.transfers(players, seat)
  local list, zones = options(), pitch.zones(seat)
  for _, player in ipairs(players) do
    local place = player.place
    list:product({player}, suiting(zones, player, seat, function(matchup) return matchup ~= place end))
  end
  return list
end

-- The top player of the Team deck comes on at a matchup: committed, or merely put there.
function pitch.substitute(seat, matchup, committed)
  rules.squad.renew(seat)
  local player = seat.deck.top
  if not player then return end
  local zones = suiting(pitch.zones(seat), player, seat, function(place) return place == matchup end)
  if not zones[1] then reveal(player) end -- he stays there, and all may see why
  local zone = choose.one{seat = seat, prompt = "substitute", about = {matchup = matchup}, from = zones}
  if not zone then return end
  if committed then
    rules.matchup.field(player, zone)
  else
    local coming = {player = player, matchup = matchup, seat = seat, zone = zone}
    raise("player.substituted", coming, function() move(player, zone) end)
    pitch.close_reel()
  end
  rules.squad.renew(seat)
end

-- A highlight leaves the reel; a ball at its midfield returns to the supply.
function pitch.box(highlight)
  if not highlight.midfield.empty then move(highlight.midfield.top, game.balls) end
  move(highlight, game.box)
end

-- Two managers: once two highlights hold players, the others are returned to the box.
function pitch.close_reel()
  if #game.seats > 2 or game.reel.count <= 2 or count{zone = "reel", holds = "player"} < 2 then return end
  for _, highlight in ipairs(cards{zone = "reel", holds_no = "player"}) do
    raise("highlight.boxed", {highlight = highlight}, function() pitch.box(highlight) end)
  end
end

local function place_in_reel(highlight)
  for place, card in ipairs(game.reel:cards()) do
    if card == highlight then return place end
  end
end

-- Another highlight takes the place of one, either way round; players and a carried ball stay.
function pitch.replace(old, new, turned)
  local left, right = new.left, new.right
  if turned then left, right = right, left end
  move(new, game.reel, place_in_reel(old))
  move(old.left:cards(), left)
  move(old.right:cards(), right)
  if not old.midfield.empty then move(old.midfield.top, new.midfield) end
  move(old, game.box)
end

return pitch

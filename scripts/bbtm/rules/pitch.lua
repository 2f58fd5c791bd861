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

-- The team zones of a highlight open to a manager: the one with his players, else every empty one.
local function highlight_zones(seat, matchup)
  local left, right = matchup.left, matchup.right
  local on_left, on_right = left.top and left.top.seat, right.top and right.top.seat
  if on_left == seat then return {left} end
  if on_right == seat then return {right} end
  local open = {}
  if not on_left then open[1] = left end
  if not on_right then open[#open + 1] = right end
  return open
end

-- The team zones of a matchup where a manager may put one more player; at a tournament he has his own.
function pitch.zones(seat, matchup)
  local zones = matchup.type == "tournament" and {matchup:zone_of("side", seat)} or highlight_zones(seat, matchup)
  if zones[1] and zones[1].count >= game.zone_limit then return {} end
  return zones
end

-- Where at a matchup this very player may be put: Morg 'N Thorg never meets another manager's Morg 'N Thorg.
function pitch.zones_for(player, seat, matchup)
  local is_morg = player.id == MORG[1] or player.id == MORG[2]
  if is_morg and any{zone = "pitch", at = matchup, id = MORG, ["not"] = {seat = seat}} then return {} end
  return pitch.zones(seat, matchup)
end

-- The zones at all matchups, or at all but one.
local function all_zones(player, seat, without)
  local zones = {}
  for _, matchup in ipairs(pitch.matchups()) do
    if matchup ~= without then
      for _, zone in ipairs(pitch.zones_for(player, seat, matchup)) do zones[#zones + 1] = zone end
    end
  end
  return zones
end

-- Every way to commit a player: card and team zone are one choice.
function pitch.commitments(seat)
  local list = options()
  local ordinary = cards{zone = seat.hand, ["not"] = {id = MORG}}
  if #ordinary > 0 then list:product(ordinary, all_zones(ordinary[1], seat)) end
  for _, morg in ipairs(cards{zone = seat.hand, id = MORG}) do
    list:product({morg}, all_zones(morg, seat))
  end
  return list
end

-- Every way to move one of these players to a different matchup.
function pitch.transfers(players)
  local list = options()
  for _, player in ipairs(players) do
    list:product({player}, all_zones(player, player.seat, player.place))
  end
  return list
end

-- Whether one of these players can be moved anywhere.
function pitch.movable(players)
  for _, player in ipairs(players) do
    if #all_zones(player, player.seat, player.place) > 0 then return true end
  end
  return false
end

-- The top player of the Team deck comes on at a matchup: committed, or merely put there.
function pitch.substitute(seat, matchup, committed)
  rules.squad.renew(seat)
  local player = seat.deck.top
  local zone = player and choose.one{seat = seat, prompt = "substitute", about = {matchup = matchup}, from = pitch.zones_for(player, seat, matchup)}
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

-- Cheating tokens.
local tokens = {}

-- Puts random tokens of the pool on a player, face down; an empty pool gives none.
function tokens.assign(player, count)
  for _ = 1, count or 1 do
    if not player.host or game.pool.empty then return end
    raise("token.assigned", {player = player, matchup = player.place}, function()
      move(draw_from(game.pool), player.tokens)
    end)
  end
end

-- Sets tokens aside until the next Maintenance phase.
function tokens.discard(list)
  move(list, game.spent)
end

-- A manager looks at one token of one of the players; it stays, or a newly drawn one takes its place.
function tokens.inspect(seat, players)
  local player = choose.one{seat = seat, prompt = "inspect_player", from = players}
  local from = player.tokens:cards()
  local token = choose.one{seat = seat, prompt = "inspect_token", about = {player = player}, from = from}
  reveal(token, seat)
  say("inspected", {seat = seat, player = player, token = token})
  if choose.yes{seat = seat, prompt = "replace_token", about = {token = token, player = player}} then
    say("token_replaced", {player = player, token = token})
    tokens.discard({token})
    tokens.assign(player)
  end
end

-- Reveal Cheating Tokens: all tokens at a matchup are flipped face up.
function tokens.reveal(matchup)
  for _, player in ipairs(cards{zone = "pitch", at = matchup, holds = "token"}) do
    local found = player.tokens:cards()
    reveal(found)
    for _, token in ipairs(found) do token.face_up = true end
    say("tokens", {player = player, tokens = found})
  end
  raise("tokens.revealed", {matchup = matchup})
end

-- The next player with a whistle: turn order, then as they lie.
local function caught(matchup)
  for _, seat in ipairs(seats_from(game.first)) do
    local player = first{zone = "pitch", at = matchup, seat = seat, holds = {effect = "ejection", face_up = true}}
    if player then return player end
  end
end

-- Star Power: it waits for the team's total.
function tokens.power(_) end

-- Ejection: one after the other, whoever has a whistle when his turn comes is sent off.
function tokens.eject(matchup)
  local player = caught(matchup)
  while player do
    rules.players.eject(player)
    player = caught(matchup)
  end
end

-- Fan Frenzy: one fan for each flag.
function tokens.thrill(matchup)
  for _, player in ipairs(cards{zone = "pitch", at = matchup, holds = {effect = "fans", face_up = true}}) do
    local fans = sum("value", {zone = player.tokens, effect = "fans", face_up = true})
    raise("player.thrills", {player = player, matchup = matchup, seat = player.seat, fans = fans}, function()
      player.seat.fans = player.seat.fans + fans
    end)
  end
end

return tokens

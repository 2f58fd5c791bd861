-- The Matchup phase: a manager's turn.
local matchup = {}

-- Commit One Player to a Matchup, or pass.
function matchup.commit(seat)
  seat.committed = nil
  local player, zone = choose.one{seat = seat, prompt = "commit", from = rules.pitch.commitments(seat):add("pass")}
  if player == "pass" then return matchup.pass(seat) end
  matchup.field(player, zone)
  seat.committed = player
end

-- A player is laid at a matchup: When Played abilities, then his skills from left to right.
function matchup.field(player, zone)
  raise("player.committed", {player = player, matchup = zone.owner, seat = player.seat, zone = zone}, function()
    move(player, zone)
    rules.pitch.close_reel()
  end)
  for _, skill in ipairs(player.skills) do
    schedule("skills.use", player, skill, zone.owner)
  end
end

-- Pass: nothing more this phase; any cards may be discarded.
function matchup.pass(seat)
  raise("manager.passed", {seat = seat}, function()
    pass(seat)
    move(choose.some{seat = seat, prompt = "discard_any", from = seat.hand:cards()}, seat.discard)
  end)
end

-- Resolve One Matchup Action, if he likes; a manager who passed has none.
function matchup.action(seat)
  if not seat.committed then return end
  local action = choose.one{seat = seat, prompt = "action", from = actions("matchup", seat), optional = true}
  if action then perform(action, seat) end
end

-- The player committed this turn, while he is still on the pitch.
function matchup.committed(seat)
  local player = seat.committed
  if player and player.host then return player end
end

-- Response abilities work in the Matchup phase alone.
function matchup.responses()
  return game.phase == "matchup"
end

return matchup

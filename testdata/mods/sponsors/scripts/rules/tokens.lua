local tokens = {}
-- Confetti: whoever has it cheers up and stands again.
function tokens.confetti(matchup)
  local showered = {zone = "pitch", at = matchup, posture = "downed", holds = {effect = "confetti", face_up = true}}
  for _, player in ipairs(cards(showered)) do rules.players.stand(player) end
end
return tokens

local skills = {}
-- Dazzling: the crowd loves him, and his manager has a fan more.
function skills.dazzle(player) player.seat.fans = player.seat.fans + 1 end
return skills

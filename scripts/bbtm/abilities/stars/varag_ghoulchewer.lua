-- Varag Ghoulchewer: an opposing carrier here who becomes downed or injured is worth 1 fan.
local function cheer(self) self.seat.fans = self.seat.fans + 1 end
local CARRIER = {enemy = true, holds = "ball"}

return
  ability {on = "player.downed", heard = "before", where = {player = CARRIER}, run = cheer},
  ability {on = "player.injured", heard = "before", where = {player = CARRIER}, run = cheer}

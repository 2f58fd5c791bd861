-- Dump-Off: when he would become the carrier or drop the ball, a friend here may have it instead.
local NAME = {en = "Dump-Off", fr = "Passe Rapide", ja = "ダンプオフ"}

local function friends(self, giver)
  return cards{zone = "pitch", at = self.place, seat = self.seat, except = {self, giver}}
end

local function receiver(self, friends)
  return choose.one{seat = self.seat, prompt = "dump_off", about = {player = self}, from = friends}
end

return
  ability {
    name = NAME, on = "ball.gained", window = "replace", may = true,
    where = {player = {is = "self"}},
    target = {all = true, from = function(self, ev) return friends(self, ev.from) end},
    run   = function(self, ev, friends) ev.player = receiver(self, friends) end,
  },
  ability {
    name = NAME, on = "ball.dropped", window = "replace", may = true,
    where = {player = {is = "self"}},
    target = {all = true, from = function(self) return friends(self) end},
    run   = function(self, ev, friends)
      ev.cancelled = true
      rules.ball.give(receiver(self, friends))
    end,
  }

-- Dump-Off: when he would become the carrier or drop the ball, a friend here may have it instead.
local NAME = {en = "Dump-Off", fr = "Passe Rapide", ja = "ダンプオフ"}

local function friends(self, giver)
  return cards{zone = "pitch", at = self.place, seat = self.seat, except = {self, giver}}
end

local function receiver(self, giver)
  return choose.one{seat = self.seat, prompt = "dump_off", about = {player = self}, from = friends(self, giver)}
end

return
  ability {
    name = NAME, on = "ball.gained", window = "replace", may = true,
    where = {player = {is = "self"}},
    when  = function(self, ev) return #friends(self, ev.from) > 0 end,
    run   = function(self, ev) ev.player = receiver(self, ev.from) end,
  },
  ability {
    name = NAME, on = "ball.dropped", window = "replace", may = true,
    where = {player = {is = "self"}},
    when  = function(self) return #friends(self) > 0 end,
    run   = function(self, ev)
      ev.cancelled = true
      rules.ball.give(receiver(self))
    end,
  }

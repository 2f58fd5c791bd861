-- F22: a land of another player, without a mission, is destroyed; where there
-- is none the card cannot be played.
return
  ability {
    name = { en = "Split Ground", fr = "Sol fendu", ja = "大地の裂け目" },
    on   = "skill.used",
    run  = function(self, ev) rules.land.shatter(ev.seat) end,
  },
  ability {
    active   = { zone = "hand" },
    modifies = "barred",
    of       = { is = "self" },
    amount   = function(self) return rules.land.breakable(self.seat) and 0 or 1 end,
  }

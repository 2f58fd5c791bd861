-- WAAAGH!: before an attempt, your player counts as stronger; a miss that is applied costs 1 fan.
return
  ability {
    on = "tackle.attempted", window = "before", anywhere = true, may = true,
    where = {tackler = {friendly = true}, stronger = false},
    run   = function(self, ev)
      self.exhausted = true
      ev.stronger = true
    end,
  },
  ability {
    on = "tackle.missed", anywhere = true, active = {zone = "office"},
    where = {tackler = {friendly = true}, stronger = true},
    run   = function(self) rules.fans.lose(self.seat, 1) end,
  }

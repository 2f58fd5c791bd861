-- The participants cannot be excluded until the battle is over.
return ability {
  name = { en = "Shelter", fr = "Refuge", ja = "加護" },
  on   = "skill.used",
  run  = function(self, ev) lasting{ ability = "sheltered", on = self, seat = ev.seat, until_ = "battle.over" } end,
}

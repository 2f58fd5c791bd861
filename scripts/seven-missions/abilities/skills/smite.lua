-- Damage as by a strike, twice as much where an undead monster is on the land.
return ability {
  name   = { en = "Smite", fr = "Châtiment", ja = "破邪" },
  on     = "skill.used",
  params = { base = { type = "number", default = 0 }, each = { type = "number", default = 0 } },
  run    = function(self, ev, params)
    local times = any{ zone = ev.land.ground, undead = true } and 2 or 1
    rules.battle.hit(times * (params.base + params.each * ev.proficiency))
  end,
}

-- Damage: a base and some for each point of proficiency.
return ability {
  name   = { en = "Strike", fr = "Frappe", ja = "打撃" },
  on     = "skill.used",
  params = { base = { type = "number", default = 0 }, each = { type = "number", default = 0 } },
  run    = function(self, ev, params) rules.battle.hit(params.base + params.each * ev.proficiency) end,
}

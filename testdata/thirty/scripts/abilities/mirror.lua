-- A creature is dealt half its power as damage.
return ability {
  play   = function(_, _, target) rules.cards.hurt({{target, math.floor(target.power / 2)}}) end,
  target = {zone = "line", type = "creature", enemy = true},
}

-- Its side's creatures are stronger by 3.
return ability {
  modifies = "power", add = 3, of = {zone = "line", friendly = true},
  until_   = {on = "creature.reaps", where = {seat = "friendly", creature = {family = "wood"}}},
}

-- A creature leaves the game.
return ability {
  target = {zone = "line", type = "creature"},
  run    = function(_, _, target) move(target, target.owner.gone) end,
}

-- The next damage to a creature of its side is prevented.
return ability {
  play = function(self) lasting{ability = "averted", on = self, uses = 1} end,
}

-- Its bearer may be spent to hurt a creature.
return ability {grants = "shot", of = {is = "host"}, where = {self = {zone = "gear"}}}

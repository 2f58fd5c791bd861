-- Shelter: the creature that bears it is a guard, as if it had that printed.
return ability {grants = "guard", of = {is = "host"}}

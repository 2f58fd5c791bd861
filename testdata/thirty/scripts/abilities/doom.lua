-- Each other creature gains: when it reaps it is destroyed.
return ability {grants = "doomed", of = {zone = "line", type = "creature", other = true}}

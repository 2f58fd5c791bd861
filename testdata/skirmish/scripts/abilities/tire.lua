-- The creature that was chosen is spent.
return ability {target = {zone = "line"}, run = function(_, _, target) target.spent = true end}

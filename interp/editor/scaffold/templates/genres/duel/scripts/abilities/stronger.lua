-- Stronger: it has more power, for as long as this lasts.
return ability {modifies = "power", add = "power", of = {is = "self"}, params = {power = {type = "number"}}}

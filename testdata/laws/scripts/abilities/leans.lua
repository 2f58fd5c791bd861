return ability { name = {en = "Leans"}, modifies = "might", add = 1, of = {is = "self", guard = {min = 2}} }

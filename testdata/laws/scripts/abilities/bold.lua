return ability { name = {en = "Bold"}, modifies = "might", add = 3, of = {is = "self", guard = {min = 2}} }

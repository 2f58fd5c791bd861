return ability { name = {en = "Nine"}, modifies = "might", set = 9, of = {zone = "field", id = "ram"} }

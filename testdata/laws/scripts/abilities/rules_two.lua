return ability { name = {en = "Two"}, modifies = "might", set = 2, of = {zone = "field", id = "ram"} }

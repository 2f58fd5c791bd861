return ability { name = {en = "Teaches"}, modifies = "guard", add = 1, of = {zone = "field", id = "squire"} }

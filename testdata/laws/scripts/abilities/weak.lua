return ability { name = {en = "Weak"}, modifies = "might", add = -1, of = {is = "self"} }

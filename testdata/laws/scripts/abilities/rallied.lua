return ability { name = {en = "Rallied"}, modifies = "might", add = 3, of = {is = "self"} }

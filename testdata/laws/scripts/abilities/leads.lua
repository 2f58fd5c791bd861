return ability { name = {en = "Leads"}, modifies = "might", add = 1, of = {other = true, zone = "field"} }

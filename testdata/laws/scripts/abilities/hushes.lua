return ability { name = {en = "Hushes"}, modifies = "silent", set = true, of = {other = true, zone = "field"} }

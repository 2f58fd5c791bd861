return ability { name = {en = "Swells"}, modifies = "might", add = 2, of = {is = "self", might = {min = 4}} }

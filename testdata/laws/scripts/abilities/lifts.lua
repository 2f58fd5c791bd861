return ability { name = {en = "Lifts"}, modifies = "guard", add = 1, of = {is = "self", might = {min = 2}} }

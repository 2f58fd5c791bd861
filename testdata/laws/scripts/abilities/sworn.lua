return ability { name = {en = "Sworn"}, modifies = "seat" }

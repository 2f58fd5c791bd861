-- It is of one kin alone.
return ability {params = {as = {type = "word", of = "family"}}, modifies = "kin", set = "as", of = {is = "self"}}

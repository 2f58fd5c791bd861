-- Its bearer is stout.
return ability {grants = "stout", of = {is = "host"}}

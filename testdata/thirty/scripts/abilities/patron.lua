return ability {until_ = {on = "card.played", where = {seat = "friendly"}}}

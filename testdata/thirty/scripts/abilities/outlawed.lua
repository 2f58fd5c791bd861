return ability {
  of_seat = "closed", set = "family", params = {family = {type = "word", of = "family"}},
  of      = "friendly", until_ = {on = "turn.ends", where = {seat = "friendly"}},
}

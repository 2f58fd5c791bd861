return ability {
  of_seat = "peace", set = true, of = "friendly", until_ = {on = "turn.ends", where = {seat = "friendly"}},
}

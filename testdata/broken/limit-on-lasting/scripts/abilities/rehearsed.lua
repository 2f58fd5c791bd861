return ability {
  name = {en = "Rehearsed"},
  on   = "performer.enters",
  run  = function(self) lasting{ability = "flourish", on = self, until_ = "show.ends"} end,
}

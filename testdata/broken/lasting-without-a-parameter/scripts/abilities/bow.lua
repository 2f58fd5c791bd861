return ability {
  name = {en = "Bow"},
  on   = "performer.enters",
  run  = function(self) lasting{ability = "cheers", on = self, until_ = "show.ends"} end,
}

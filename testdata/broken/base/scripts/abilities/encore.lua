return ability {
  name   = {en = "Encore", fr = "Bis"},
  on     = "performer.enters", window = "before",
  where  = {performer = {is = "self"}},
  params = {more = {type = "number", default = 1}},
  active = {zone = {"hand", "stage"}},
  run    = function(_, ev, params) ev.applause = ev.applause + params.more end,
}

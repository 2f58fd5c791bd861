-- The seat whose creature was fought may mend one of its own.
return ability {
  on     = "card.played",
  where  = {card = {is = "self"}},
  target = {from = {zone = "line", hurt = {min = 1}}, optional = true, prompt = "mend", by = "seat"},
  run    = function(_, _, target) target.hurt = 0 end,
}

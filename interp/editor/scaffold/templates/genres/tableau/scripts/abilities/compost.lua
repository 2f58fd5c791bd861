-- Compost: when a bed of it is harvested, the seat draws two cards, behind the others.
return ability {
  name  = {en = "Compost", fr = "Compost", ja = "堆肥"},
  on    = "bed.harvested",
  where = {plant = {is = "self"}},
  run   = function(_, ev) rules.garden.draw_cards(ev.seat, 2) end,
}

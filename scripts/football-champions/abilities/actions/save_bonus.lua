-- Strong Gloves: points for the keeper.
return ability {
  name   = {en = "Save bonus", fr = "Bonus d'arrêt", ja = "セーブボーナス"},
  action = "shot",
  params = {amount = {type = "number"}},
  run    = function(self, seat, params) rules.contest.add(seat, params.amount) end,
}

-- Strong Gloves: points for the keeper.
return ability {
  action = "shot",
  params = {amount = {type = "number"}},
  run    = function(self, seat, params) rules.contest.add(seat, params.amount) end,
}

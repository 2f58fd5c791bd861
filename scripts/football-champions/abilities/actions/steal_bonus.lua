-- Quick Feet, Shoulder Drop, Close Marking, Full-Blooded Tackle: points in a
-- steal contest, some of them only when a certain value is used.
return ability {
  action = "steal",
  params = {amount = {type = "number"}, value = {type = "word", default = "any"}},
  when   = function(self, seat, params) return params.value == "any" or params.value == game.value, "other_value" end,
  run    = function(self, seat, params) rules.contest.add(seat, params.amount) end,
}

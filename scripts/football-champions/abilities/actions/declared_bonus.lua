-- Hard Drive, Near-Post Flick: points that count only if the right kind of shot
-- is declared afterwards.
return ability {
  action = "shot",
  params = {value = {type = "word"}, amount = {type = "number"}},
  run    = function(self, seat, params) rules.contest.promise(params.value, params.amount) end,
}

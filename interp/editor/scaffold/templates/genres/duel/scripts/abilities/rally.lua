-- Rally: the creatures of its side are stronger this turn.
return ability {
  params = {power = {type = "number"}},
  target = {from = {zone = "line", friendly = true}, all = true},
  run    = function(_, _, targets, params)
    for _, card in ipairs(targets) do
      lasting{ability = "stronger", on = card, params = {power = params.power}, until_ = "turn.ends"}
    end
  end,
}

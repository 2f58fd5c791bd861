-- <<.Title>>: write here what the rule says, in a sentence.
return ability {
  name   = {en = "<<.Title>>"},
  -- The moment it answers.<<if .OtherTriggers>> Others: <<.OtherTriggers>>.<<end>>
  on     = "<<.Trigger>>",
  -- Where its card has to be; where the card's type says, if left out.
  active = {zone = "<<.StartZone>>"},
  run    = function(self, ev)
    say("<<.ID>>", {card = self})
  end,
}

-- <<.Title>>: write here what the rule says, in a sentence.
return ability {
  name   = {en = "<<.Title>>"},
  on     = "<<.Trigger>>",                 -- the moment it answers<<if .OtherTriggers>>; others: <<.OtherTriggers>><<end>>
  active = {zone = "<<.StartZone>>"},      -- where its card has to be; that of the card's type if left out
  run    = function(self, ev)
    say("<<.ID>>", {card = self})
  end,
}

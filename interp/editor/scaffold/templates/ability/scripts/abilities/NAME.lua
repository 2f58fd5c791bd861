<<if .Like>><<.Like.Script>><<else>>-- <<.Title>>: write here what the rule says, in a sentence.
return ability {
  name   = {en = "<<.Title>>"},
<<if .Takes>>  params = {<<.Takes>>},
<<end>>  -- The moment it answers.<<if .OtherTriggers>> Others: <<.OtherTriggers>>.<<end>><<range .Params>>
  --   ev.<<.>><<end>>
  on     = "<<.Trigger>>",
<<if .TriggerStep>>  -- Where its card has to be; where the card's type says, if left out.
  active = {zone = "<<.StartZone>>"},
<<else>>  -- It works where the type of its card says; active = {zone = ...} says otherwise.
<<end>>  run    = function(self, ev)
    say("<<.ID>>", {card = self})
  end,
}
<<end>>
-- Ovation: a point if the applause on stage is ten or more, all modifiers counted.
return ability {
  name = {en = "Ovation"},
  on   = "turn.ends",
  when = function(self)
    return sum("applause", {zone = "stage", seat = self.seat}) >= 10
      and any{zone = "stage", seat = self.seat, with = "encore"}
  end,
  run  = function(self)
    local star = first{zone = "stage", seat = self.seat, applause = {min = 4}}
    if star then self.seat.points = self.seat.points + 1 end
  end,
}

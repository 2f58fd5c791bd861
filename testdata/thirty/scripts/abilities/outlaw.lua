-- Name a family: the other side cannot name it in its next turn.
return ability {play = function(self)
  local family = choose.one{prompt = "family", from = {"ember", "moss", "brine"}}
  lasting{ability = "outlawed", on = self, seat = self.seat.next, params = {family = family}}
end}

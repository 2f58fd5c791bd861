-- The other side's keys cost 1 more for each relic on this one.
return ability {
  of_seat = "key_cost", add = true, of = "enemy",
  amount  = function(self) return count{zone = self.seat.line, type = "relic"} end,
}

-- Crowd the Box: a point for every team-mate in the shooter's section.
return ability {
  action = "shot",
  run    = function(self, seat)
    rules.contest.add(seat, count{zone = game.attacker.zone, type = "player", seat = seat})
  end,
}

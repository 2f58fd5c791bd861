-- The character's dice are rolled again and the higher sum counts; without a
-- roll the card cannot be played.
return
  ability {
    name = { en = "Second Throw", fr = "Second jet", ja = "振り直し" },
    on   = "skill.used",
    run  = function(self, ev)
      game.rolled = math.max(game.rolled, rules.dice.sum(game.thrown))
      say("second_throw", { total = game.rolled })
    end,
  },
  ability {
    active   = { zone = "hand" },
    modifies = "barred",
    of       = { is = "self" },
    amount   = function(self) return game.thrown == 0 and 1 or 0 end,
  }

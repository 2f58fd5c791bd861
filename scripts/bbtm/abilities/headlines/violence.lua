-- Violence at an All-time High!: a player who becomes downed is injured at once if the die shows target down.
return ability {
  on    = "player.downed", anywhere = true,
  where = {player = {zone = "pitch", posture = "downed"}},
  run   = function(self, ev)
    if roll("tackle") == "target_down" then rules.players.injure(ev.player) end
  end,
}

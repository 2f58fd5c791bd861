-- Fan Club Enrollment: 5 fans at the end for four or more Star Players who are no Freebooters.
return ability {
  on  = "season.ends",
  run = function(self)
    local stars = count{zone = "roster", seat = self.seat, star = true, without = "freebooter"}
    if stars >= 4 then self.seat.fans = self.seat.fans + 5 end
  end,
}

-- Conjure: if the house is warm, a prop out of the hat; if it is wild, two.
return ability {
  name  = {en = "Conjure"},
  on    = "performer.enters",
  where = {performer = {is = "self"}},
  run   = function(self)
    local mood = roll("mood")
    if mood == "cold" then return end
    for _, prop in ipairs(draw_from(game.hat, mood == "wild" and 2 or 1)) do
      move(prop, self.seat.props)
      self.seat.points = self.seat.points + prop.worth
    end
  end,
}

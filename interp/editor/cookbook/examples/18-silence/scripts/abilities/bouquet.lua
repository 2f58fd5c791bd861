-- Bouquet: put a token of flowers into play.
return ability {
  name   = {en = "Bouquet"},
  on     = "performer.enters",
  where  = {performer = {is = "self"}},
  run    = function(self)
    local token = first{zone = "chest", id = "flowers"}
    if not token then return end
    token.owner, token.seat = self.seat, self.seat
    move(token, self.seat.stage)
  end,
}

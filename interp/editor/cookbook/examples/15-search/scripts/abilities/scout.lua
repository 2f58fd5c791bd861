-- Scout: search your deck for a performer of 3 applause or more, show it, take it and shuffle.
return ability {
  name  = {en = "Scout"},
  on    = "performer.enters",
  where = {performer = {is = "self"}},
  run   = function(self)
    local deck, hand = self.seat.deck, self.seat.hand
    local fit = cards{zone = deck, applause = {min = 3}}
    local found = choose.one{prompt = "search", about = {card = self}, from = fit, optional = true}
    if found then
      reveal(found)
      move(found, hand)
    end
    shuffle(deck)
  end,
}

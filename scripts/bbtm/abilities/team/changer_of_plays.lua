-- Changer of Plays: a highlight where you have a player gives way to the top one, either way round.
return ability {
  action = "matchup",
  when   = function() return not game.highlight_deck.empty, "no_highlights" end,
  target = {from = {zone = "reel", holds = {friendly = true}}, all = true},
  run    = function(self, seat, highlights)
    self.exhausted = true
    local old = choose.one{seat = seat, prompt = "changer_of_plays", from = highlights}
    local new = game.highlight_deck.top
    raise("highlight.replaced", {highlight = old, by = new, seat = seat}, function()
      reveal(new)
      local turned = not choose.yes{seat = seat, prompt = "as_it_lies", about = {highlight = new}}
      rules.pitch.replace(old, new, turned)
    end)
  end,
}

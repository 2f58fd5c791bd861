local show = {}

-- A turn: one performer comes on stage.
function show.perform(seat)
  local card = choose.one{seat = seat, prompt = "perform", from = seat.hand:cards()}
  if not card then return end
  move(card, seat.stage)
  raise("performer.enters", {performer = card, seat = seat, applause = card.applause}, function(ev)
    seat.points = seat.points + ev.applause
  end)
end

-- The end: the most points win; a tie is won by nobody.
function show.judge()
  local one, two = game.seats[1], game.seats[2]
  if one.points == two.points then return finish({}) end
  finish(one.points > two.points and one or two)
end

-- How well a seat stands, for the greedy bot.
function show.standing(seat)
  return seat.points
end

return show

local show = {}

-- A performer comes on stage; he is glad if the coin shows heads.
function show.perform(seat)
  local card = choose.one{seat = seat, prompt = "perform", from = seat.hand:cards()}
  if not card then return end
  raise("performer.enters", {performer = card, seat = seat, applause = card.applause}, function(ev)
    move(card, seat.stage)
    if roll("coin") == "tails" then card.mood = card.act or "sad" end
    seat.points = seat.points + ev.applause
  end)
end

-- The most points win; in a long game a tie is won by nobody.
function show.judge()
  local one, two = game.seats[1], game.seats[2]
  if one.points == two.points and game.options.length == "long" then return finish({}) end
  finish(one.points > two.points and one or two)
end

return show

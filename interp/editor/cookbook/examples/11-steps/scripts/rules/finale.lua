local finale = {}

-- All performers of a seat bow together, or the seat goes home.
function finale.turn(seat)
  if seat.stage.empty or not choose.yes{seat = seat, prompt = "bow"} then return pass(seat) end
  schedule("finale.bow", seat)
  schedule("finale.leave", seat)
end

-- A bow is worth a point, and two once the other seat has gone home.
function finale.bow(seat)
  local moments = {}
  for _, performer in ipairs(seat.stage:cards()) do
    moments[#moments + 1] = {performer = performer, seat = seat}
  end
  raise_all("performer.bows", moments, function(ev)
    ev.seat.points = ev.seat.points + (passed(seat.next) and 2 or 1)
  end)
end

function finale.leave(seat)
  move(seat.stage:cards(), seat.deck)
end

-- Whoever has twenty points has won without a count.
function finale.judge()
  for _, seat in ipairs(game.seats) do
    if seat.points >= 20 then return finish(seat, "twenty") end
  end
  rules.show.judge()
end

return finale

local venues = {}

-- A performer goes to a venue, on the side of its seat.
function venues.send(performer, venue)
  move(performer, venue:zone_of("wing", performer.seat))
end

-- The venue opens; famous performers that the next seat knows are announced.
function venues.open(venue)
  if not known(venue.id) then error("a venue that no pack has") end
  raise("venue.opens", {venue = venue}, function()
    for _, performer in ipairs(cards{zone = "out", at = venue}) do
      if performer:has("local_fame") and performer:knows(performer.seat.next) then
        say("announced", {performer = performer, venue = venue})
      end
    end
  end)
end

return venues

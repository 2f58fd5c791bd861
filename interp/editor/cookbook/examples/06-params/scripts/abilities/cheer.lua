-- Cheer: as it enters, points for its seat, or for everybody.
return ability {
  name   = {en = "Cheer"},
  on     = "performer.enters",
  where  = {performer = {is = "self"}},
  params = {points = {type = "number"}, all = {type = "flag", default = false}},
  run    = function(self, ev, params)
    for _, seat in ipairs(seats_from(self.seat)) do
      if params.all or seat == self.seat then seat.points = seat.points + params.points end
    end
  end,
}

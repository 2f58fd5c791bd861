-- Reaping with it flies the banners of its kin, and takes down that of stone.
return ability {
  reap = function(self)
    for _, family in ipairs(self.kin) do self.seat.banners = table.with(self.seat.banners, family) end
    self.seat.banners = table.without(self.seat.banners, "stone")
  end,
}

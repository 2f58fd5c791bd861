local payouts = {}
-- Sponsors: so many exhausted upgrades, of the manager's choice, turn upright.
function payouts.sponsor(seat, count)
  local tired = cards{zone = seat.office, exhausted = true}
  for _, upgrade in ipairs(choose.some{seat = seat, prompt = "sponsor", from = tired, max = count}) do
    upgrade.exhausted = false
  end
end
return payouts

-- Where <<.Trigger>> happens: rules call rules.<<.ID>>.happen(seat).
local <<.ID>> = {}

function <<.ID>>.happen(seat)
  raise("<<.Trigger>>", {seat = seat}, function(ev)
    say("<<.ID>>", {seat = ev.seat})
  end)
end

return <<.ID>>

-- The steps that <<.Title>> brings.
local <<.ID>> = {}

-- Stands in the flow before <<.FirstStep>>, as game.yaml says.
function <<.ID>>.begin()
  say("<<.ID>>")
end

return <<.ID>>

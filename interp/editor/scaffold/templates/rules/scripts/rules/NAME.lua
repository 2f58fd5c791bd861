-- Rules of <<.Title>>. Scripts call them as rules.<<.ID>>.begin(); game.yaml names them
-- as steps of the flow, <<.ID>>.begin.
local <<.ID>> = {}

function <<.ID>>.begin()
  say("<<.ID>>")
end

return <<.ID>>

-- What the option <<.ID>> changes; where rules depend on it they ask
-- game.options.<<.ID>>, or rules.<<.ID>>.begin() stands in the flow.
local <<.ID>> = {}

function <<.ID>>.begin()
  if game.options.<<.ID>> == "house" then say("<<.ID>>") end
end

return <<.ID>>

-- The solo scenario (digest section 9). Every step passes by with more players.
local solo = {}

-- SM-SOLO: the step of the solo turn that an action belongs to; what is not named belongs to any.
local steps = { scout = 2, buy = 3, move = 3, fight = 3, close = 3, intervene = 4 }

-- SM-SOLO: whether the steps come one after the other (b22).
local function ordered()
  return rules.variant.solo() and game.options.solo_order == "printed"
end

-- SM-SOLO: whether the turn has not gone beyond the action's step; combat is closed before step 4.
function solo.due(seat, verb)
  if not ordered() then return true end
  return seat.solo_step <= steps[verb] and (verb ~= "intervene" or seat.combat == "closed")
end

-- SM-SOLO: an action leaves the steps before its own behind.
function solo.proceed(seat, verb)
  if steps[verb] and ordered() then seat.solo_step = steps[verb] end
end

-- SM-SOLO-1: the top skill comes into the bazaar.
function solo.skill()
  if rules.variant.solo() and not game.pile_magic.empty then move(game.pile_magic.top, game.row_magic) end
end

-- SM-SOLO-6: a skill that nobody bought is excluded.
function solo.lapse()
  if not rules.variant.solo() then return end
  for _, skill in ipairs(game.row_magic:cards()) do rules.fate.exclude(skill) end
end

-- SM-SOLO-LOSE: the game is lost when all skills are excluded (A18).
function solo.check_skills()
  if rules.variant.solo() and not any{ type = "skill", ["not"] = { zone = game.box } } then finish({}, "no_skills") end
end

-- SM-SOLO-LOSE: the turn cap (A18).
function solo.cap()
  local cap = game.options.solo_cap
  if rules.variant.solo() and cap > 0 and game.round >= cap then finish({}, "solo_cap") end
end

-- SM-SOLO-7: monsters are turned up until as many prowl as the level; after each, those that can settle do.
function solo.appear(seat)
  if not rules.variant.solo() then return end
  if game.prowl.count >= rules.land.level(seat) or game.pile_monsters.empty then return end
  move(game.pile_monsters.top, game.prowl, "bottom")
  schedule("solo.settle", seat)
  schedule("solo.appear", seat)
end

-- SM-SOLO-7: of those that can settle, the highest trial level; of equals the first revealed.
local function next_settler(seat)
  local best, where
  for _, monster in ipairs(game.prowl:cards()) do
    local levels = rules.place.levels(monster, seat)
    if #levels > 0 and (not best or monster.trial > best.trial) then best, where = monster, levels end
  end
  return best, where
end

-- SM-SOLO-7: one monster settles, on a land that the player chooses (A17), with its miracle.
function solo.settle(seat)
  local monster, levels = next_settler(seat)
  if not monster then return end
  local level = choose.one{ seat = seat, prompt = "settle", about = { card = monster }, from = levels }
  rules.place.monster(nil, monster, seat, level)
  solo.omen(monster, seat, level)
  schedule("solo.settle", seat)
end

-- SM-SOLO-7: some monsters bring a miracle that was set aside, once.
function solo.omen(monster, seat, level)
  local miracle = first{ zone = game.omens, herald = monster.id }
  if miracle then rules.place.miracle(nil, miracle, seat, level) end
end

return solo

-- One battle (digest 6.2), a chain of small steps.
local battle = {}

local fighting = { "attacks", "assists" }

-- The members that take part in the battle.
function battle.participants(seat)
  return cards{ zone = "members", seat = seat, role = fighting }
end

-- SM-CBT-DECLARE: upright members whose name does not take part yet (A15).
function battle.free(seat)
  local out = {}
  local upright = cards{
    zone = "members", seat = seat, stance = "upright", role = "idle", type = { "character", "companion" },
  }
  for _, member in ipairs(upright) do
    if not any{ zone = "members", seat = seat, role = fighting, id = member.id } then out[#out + 1] = member end
  end
  return out
end

-- SM-CBT-DECLARE: the land is named, participants join one by one.
function battle.begin(seat, level)
  local land = rules.land.at(seat, level)
  land.front = "raging"
  game.thrown, game.rolled, game.damage = 0, 0, 0
  say("battle", { seat = seat, level = level, cards = rules.land.monsters(land) })
  schedule("battle.join", seat, land)
end

-- What the next pick may be: join with or without the attack value, or start with those who joined.
local function joining(seat)
  local o = options()
  if any{ zone = "members", seat = seat, role = fighting } then o:add("start") end
  local free = battle.free(seat)
  if #free > 0 then o:product({ "attacks", "assists" }, free) end
  return o
end

-- SM-CBT-DECLARE, SM-CBT-CONTRIBUTE: one participant and what it does, or the start.
function battle.join(seat, land)
  local role, member = choose.one{ seat = seat, prompt = "join", from = joining(seat) }
  if role == "start" then return battle.start(seat, land) end
  member.role = role
  say(role, { seat = seat, card = member })
  schedule("battle.join", seat, land)
end

-- The participants stand; skills, the roll, skills and the damage follow.
function battle.start(seat, land)
  raise("battle.declared", { seat = seat, land = land, level = rules.land.level_of(land) })
  schedule("battle.skill", seat, land, "early")
  schedule("battle.roll", seat)
  schedule("battle.skill", seat, land, "late")
  schedule("battle.strike", seat, land)
end

-- The best proficiency of the participants in a family (A21).
function battle.proficiency(seat, family)
  local best = 0
  for _, member in ipairs(battle.participants(seat)) do best = math.max(best, member[family]) end
  return best
end

-- SM-CBT-SKILL: skills in hand, for this window, not barred, whose condition a participant meets; o hears of the
-- others.
local function usable(o, seat, window)
  local out = {}
  for _, skill in ipairs(cards{ zone = seat.hand, type = "skill", barred = 0, [window] = true }) do
    if battle.proficiency(seat, skill.family) >= skill.needs then
      out[#out + 1] = skill
    else
      o:refuse(skill, "too_weak")
    end
  end
  return rules.menu.kinds(out)
end

-- SM-CBT-SKILL: a skill leaves the hand and works with the best proficiency for it.
local function use(seat, skill, land)
  local best = battle.proficiency(seat, skill.family)
  move(skill, seat.play)
  raise("skill.used", { seat = seat, skill = skill, land = land, proficiency = best })
end

local prompts = { early = "skill_early", late = "skill_late" }

-- What a window offers: skills; after a roll also what may bring more of them to hand (b20).
local function offered(seat, window)
  local o = options()
  for _, skill in ipairs(usable(o, seat, window)) do o:add(skill) end
  if window == "late" and game.thrown > 0 then rules.menu.draws(o, seat) end
  return o
end

-- SM-CBT-SKILL: one skill before or after the roll, as often as wanted.
function battle.skill(seat, land, window)
  local pick, thing = choose.one{
    seat = seat, prompt = prompts[window], from = offered(seat, window), optional = true,
  }
  if not pick then return end
  if thing then rules.menu.perform(seat, pick, thing) else use(seat, pick, land) end
  schedule("battle.skill", seat, land, window)
end

-- Skill damage adds up.
function battle.hit(n)
  say("hits", { count = n })
  game.damage = game.damage + n
end

-- SM-CBT-ROLL: an attacking character rolls its dice.
function battle.roll(seat)
  local hero = first{ zone = seat.hero, role = "attacks" }
  if not hero then return end
  game.thrown = hero.dice
  game.rolled = rules.dice.sum(hero.dice)
  say("battle_roll", { seat = seat, card = hero, total = game.rolled })
end

-- What the damage of a battle comes to as it stands, with the dice that are still to be thrown.
function battle.forecast(seat)
  if not any{ zone = "members", seat = seat, role = fighting } then return nil end
  if game.thrown == 0 then battle.roll(seat) end
  return battle.total(seat)
end

-- SM-CBT-TOTAL: dice, attack values of those who use them (items included), skill damage.
function battle.total(seat)
  return game.rolled + sum("attack", { zone = "members", seat = seat, role = "attacks" }) + game.damage
end

-- SM-CBT-ALLOCATE: the total is split among the monsters of the land.
function battle.strike(seat, land)
  local total = battle.total(seat)
  say("total", { seat = seat, total = total })
  local shares = choose.split{
    seat = seat, prompt = "allocate", about = { total = total }, from = rules.land.monsters(land), total = total,
  }
  raise("battle.resolved", { seat = seat, land = land, total = total }, function()
    for _, share in ipairs(shares) do
      if share[2] >= share[1].hp then battle.defeat(seat, share[1], land) end
    end
  end)
  schedule("battle.finish", seat, land)
end

-- SM-CBT-ALLOCATE: a monster whose share reaches its hit points is excluded.
function battle.defeat(seat, monster, land)
  local level = rules.land.level_of(land)
  raise("monster.defeated", { seat = seat, monster = monster, land = land, level = level }, function()
    rules.fate.exclude(monster)
  end)
  rules.victory.cleared(seat)
end

-- SM-CBT-MISSION, SM-CBT-TAP: an emptied land is a mission; participants turn sideways.
function battle.finish(seat, land)
  if #rules.land.monsters(land) == 0 then rules.land.clear(land, seat) end
  for _, member in ipairs(battle.participants(seat)) do
    member.role, member.stance, member.charmed = "idle", "sideways", false
  end
  land.front = "fought"
  raise("battle.over", { seat = seat, land = land })
end

return battle

-- Before the first whistle: squads, the toss and the line-ups.
local setup = {}

-- FC-SET-1: heads is the first seat.
function setup.coin()
  return roll("coin") == "heads" and game.seats[1] or game.seats[2]
end

-- Takes a card of this name out of the box for a side.
local function take(id, seat, zone)
  local card = assert(first{id = id, zone = "box"}, "the box has no such card left")
  card.owner, card.seat = seat, seat
  move(card, zone)
  return card
end

local function take_deck(list, seat, zone)
  for id, copies in pairs(list) do
    for _ = 1, copies do take(id, seat, zone) end
  end
end

-- A20, the icon module: how a squad's players come to the match.
local function take_players(ids, seat, zone)
  for _, id in ipairs(ids) do
    local player = take(id, seat, zone)
    if game.options.icons == "on" then player.inspired = true end
  end
end

-- Whether the squad is legal was checked before the game (squad.problems).
local function gather(seat, name)
  local squad = first{type = "squad", id = name}
  reveal(squad)
  seat.squad = squad
  take_players(squad.starters, seat, seat.tunnel)
  take_players(rules.squad.reserves(squad), seat, seat.bench)
  take_deck(squad.deck, seat, seat.deck)
  take_deck(squad.side, seat, seat.side)
end

-- Section 2: each manager's players and cards.
function setup.squads()
  for _, seat in ipairs(game.seats) do gather(seat, game.options.squads[seat.number]) end
end

-- FC-SET-1: the option says who kicks off; a random seat was drawn as by a coin.
function setup.toss()
  local first_seat = game.options.first
  game.first_kickoff = first_seat
  game.attack, game.defence = first_seat, first_seat.opponents[1]
  say("toss", {seat = first_seat})
end

-- FC-SET-2: both keepers to their goals.
function setup.goalkeepers()
  for _, seat in ipairs(game.seats) do
    move(cards{zone = seat.tunnel, position = "goalkeeper"}, seat.goal)
  end
end

-- FC-SET-2, FC-SET-3: the kick-off side completes each part first.
local function both(position, line)
  schedule("setup.place", game.attack, position, line)
  schedule("setup.place", game.defence, position, line)
end

-- FC-SET-2: forwards on the own forward line.
function setup.forwards() both("forward", rules.pitch.FORWARD) end

-- FC-SET-2: defenders on the own defence line.
function setup.defenders() both("defender", rules.pitch.DEFENCE) end

-- FC-SET-3: midfielders in between.
function setup.midfielders() both("midfielder", rules.pitch.MIDFIELD) end

-- FC-SET-2: the sections of a line with room, the emptiest first.
local function open_sections(seat, line)
  local found = {}
  for room = 2, 1, -1 do
    for _, wing in ipairs({"centre", "left_wing", "right_wing"}) do
      local zone = rules.pitch.section(line, wing, seat)
      if zone:room(seat) == room then found[#found + 1] = zone end
    end
  end
  return found
end

-- FC-SET-3, A6: whether a side must have somebody in the midfield centre.
local function centre_needed(seat)
  return seat == game.first_kickoff or game.options.kickoff_centre == "both"
end

-- FC-SET-2, FC-SET-3: where a player may line up; the last midfielder must take
-- the centre when it is needed and nobody else has.
local function places(seat, line, last)
  local centre = rules.pitch.section(line, "centre", seat)
  if last and line == rules.pitch.MIDFIELD and centre_needed(seat) and count{zone = centre, seat = seat} == 0 then
    return {centre}
  end
  return open_sections(seat, line)
end

-- FC-SET-2, FC-SET-3: a side places its players of one position.
function setup.place(seat, position, line)
  local players = cards{zone = seat.tunnel, position = position}
  for i, player in ipairs(players) do
    local zone = choose.one{
      seat = seat, prompt = "place", about = {player = player}, from = places(seat, line, i == #players),
    }
    say("place", {player = player, to = zone})
    move(player, zone)
  end
end

-- FC-SET-4: the formation is remembered.
function setup.remember()
  for _, player in ipairs(cards{zone = "pitch", type = "player"}) do player.slot = player.zone end
end

return setup

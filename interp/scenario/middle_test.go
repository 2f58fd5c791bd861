package scenario_test

import (
	"strings"
	"testing"
)

// middle is a small game of turns, in which a use and a share can be looked at.
const middle = `
-- pack.yaml
id: middle
name: {en: Middle}
version: 1.0.0
api: 3
seats: {min: 2, max: 2}
-- game.yaml
game:
  pot: {type: number, start: 0}
seat:
  points: {type: number, start: 0}
types:
  beast:
    start: field
    active: {zone: field}
    attributes: {hurt: {type: number, state: true, start: 0}}
zones:
  field: {of: table, ordered: true}
dice: {d: [1, 2, 3, 4, 5, 6]}
flow:
  - phase: round
    repeat: {times: 2}
    do:
      - phase: turn
        turns: {until: once}
        do: [play.one, play.share]
position:
  start: play.one
  game: {pot: 7}
  seats: {points: 3}
-- locale/en.yaml
prompt.one: Do what?
prompt.share: Share out
prompt.use: Use
-- cards/all.yaml
cards:
  - {id: bear, type: beast, name: {en: Bear}, copies: 2, abilities: [roar]}
  - {id: wolf, type: beast, name: {en: Wolf}}
-- scripts/abilities/roar.lua
return ability {
  action = "act", limit = {times = 1, per = "turn.ends"},
  run = function(self, seat) seat.points = seat.points + 1 end,
}
-- scripts/rules/play.lua
local play = {}
function play.one(seat)
  game.pot = game.pot + roll("d")
  local card, deed = choose.one{seat = seat, prompt = "one", optional = true,
    from = options():product(cards{zone = "field"}, {"roar", "rest"})}
  if deed == "roar" then seat.points = seat.points + 1 end
end
function play.share(seat)
  local hurt = cards{zone = "field", hurt = {min = 1}}
  if #hurt == 0 then return end
  for _, part in ipairs(choose.split{seat = seat, prompt = "share", from = hurt, total = 2}) do
    part[1].hurt = part[1].hurt + part[2]
  end
end
return play
`

// TestInTheMiddle: positions begin with what the pack says, change between answers, and games
// stand where a scenario wants to look.
func TestInTheMiddle(t *testing.T) {
	passes(t, middle+`-- scenarios/1.yaml
game: ..
scenarios:
  - name: a position begins with the attributes that the pack gives it
    given: {2: {points: 5}}
    dice: {d: [1]}
    do: [1: none]
    then: {game: {pot: 8}, 1: {points: 3}, 2: {points: 5}, turn: 1}
  - name: the position changes between two answers, and dice go on
    given: {}
    dice: {d: [1, 2]}
    do:
      - 1: none
      - given: {game: {pot: 100}, cards: {Wolf: {hurt: 1}}}
      - 2: [Bear, roar]
    then: {game: {pot: 102}, 2: {points: 4}, Wolf: {hurt: 3}, forced: {2: {Wolf: 2}}}
  - name: a share that one card alone can get is looked at before it is given
    given: {cards: {Wolf: {hurt: 1}}}
    dice: {d: [1]}
    do:
      - 1: none
      - stop: share
      - expect: {Wolf: {hurt: 1}}
      - rest: first
    then: {Wolf: {hurt: 3}, forced: {1: {Wolf: 2}}}
  - name: behind the last turn of a round it was that seat's turn
    given: {turn: 2}
    dice: {d: [1]}
    do: [2: none, through: play.share]
    then: {turn: 2}`)
}

// TestMiddleTold: what cannot be is told where it stands, in words that read like the table.
func TestMiddleTold(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"{name: a, given: {}, dice: {d: [1]}, do: [offered: {1: none}, given: {game: {pot: 1}}, 1: none]}",
			"1.yaml:3:65: a question is open, whose step would run again from its beginning"},
		{"{name: a, given: {}, do: [given: {turn: 2}], then: {game: {pot: 1}}}",
			"1.yaml:3:37: given between answers changes seats, game, table, cards, lasting, used and known; turn "},
		{"{name: a, given: {}, do: [stop: shaer], then: {turn: 1}}",
			"1.yaml:3:35: there is no prompt \"shaer\"\n    did you mean \"share\"?"},
		{"{name: a, given: {}, dice: {d: [1]}, do: [1: [Bear, sleep]]}", "      - \"Wolf, roar\"\n"},
		{"{name: a, given: {}, dice: {d: [1]}, do: [1: [Bear, sleep]]}", "      - \"Bear, roar\"  # [Bear#1, roar]\n"},
		{"{name: a, given: {at: play.share, turn: 2, used: {Bear: {roar: 1}}}, dice: {d: [1]}, then: {asked: " +
			"{1: one}}}",
			"the game passed on by itself to here, and a use of roar by Bear#1 that the position has was given back"},
	} {
		dir := write(t, middle+"-- scenarios/1.yaml\ngame: ..\nscenarios:\n- "+c.line)
		if got := report(t, dir, ""); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s", c.line, got)
		}
	}
	wrong := strings.Replace(middle, "pot: 7", "pott: 7", 1) + "-- scenarios/1.yaml\ngame: ..\nname: a\nthen: {turn: 1}"
	got := report(t, write(t, wrong), "")
	if !strings.Contains(got, "game.yaml:22:10: there is no attribute \"pott\"") {
		t.Error(got)
	}
}

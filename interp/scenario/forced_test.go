package scenario_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// rolling is a game of one step that rolls and draws again and again.
const rolling = `
-- pack.yaml
id: rolling
name: {en: Rolling}
version: 1.0.0
api: 3
seats: {min: 1, max: 1}
-- game.yaml
game: {sum: {type: number, start: 0}}
types: {ball: {start: urn}}
zones: {urn: {of: table}, out: {of: table}}
dice: {d: [1, 2, 3, 4, 5, 6]}
flow: [{phase: turn, do: [play.all]}]
position: {start: play.all}
-- cards/all.yaml
cards:
  - {id: red, type: ball, name: {en: Red}, copies: 3}
  - {id: blue, type: ball, name: {en: Blue}, copies: 3}
-- scripts/rules/play.lua
local play = {}
function play.all()
  for _ = 1, TIMES do
    game.sum = game.sum + #cards{zone = game.urn} + roll("d")
    local card = draw_from(game.urn)
    move(card, game.out)
    move(card, game.urn)
  end
end
return play
`

// TestRollOfSides: of a die only so many faces come up as a roll says, by chance of any kind, and a
// result that cannot come up is refused.
func TestRollOfSides(t *testing.T) {
	files := strings.NewReplacer("max: 1}", "max: 4}", `+ roll("d")`, `+ roll("d", nil, nil, #game.seats)`, "TIMES",
		"9").
		Replace(rolling)
	dir := write(t, files+`
-- scenarios/roll.yaml
game: ..
scenarios:
  - {name: by chance, seats: 2, random: seed 3, do: [through: play.all], then: {game: {sum: {min: 63, max: 72}}}}
  - {name: the third of two, seats: 2, random: seed 3, dice: {d: [3]}, do: [through: play.all], then: {game: {sum: 9}}}
`)
	const want = "roll: 3 is none of the 2 that can come up of the die d"
	if got := report(t, dir, ""); !strings.Contains(got, want) || strings.Contains(got, "by chance") {
		t.Errorf("the report is\n%s", got)
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	table, err := p.Table(interp.Settings{Seats: 3, Chance: func(d *engine.Decision) int {
		if d.Chance.Kind == engine.Rolled {
			asked++
			if len(d.Options) != 3 {
				t.Error(d.Options)
			}
		}
		return len(d.Options) - 1
	}})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Advance(t.Context()); err != nil || asked != 9 {
		t.Error(asked, err)
	}
}

// TestRollOverAList: what a list holds comes up by the seed, by chance from outside and as it is
// scripted, cards that a seat does not see too; a result that is not in the list is refused.
func TestRollOverAList(t *testing.T) {
	files := strings.NewReplacer("seats: {min: 1, max: 1}", "seats: {min: 2, max: 2}", "dice: {", "dice: {victim: [], ",
		"out: {of: table}", "out: {of: table}, hand: {of: seat, seen: owner}",
		"do: [play.all]", "repeat: {times: 2}, do: [play.deal, play.all]", "play.all()", `play.deal()
  for _, seat in ipairs(game.seats) do move(draw_from(game.urn), seat.hand) end
end
function play.all()
  move(roll("victim", nil, nil, cards{zone = "hand"}), game.out)
  local seats = roll("victim", 2, nil, {game.seats[1], game.seats[1], game.seats[2]})
  game.sum = game.sum + seats[1].number + seats[2].number
  if roll("victim", nil, nil, {"turn", "play"}) == "play" then game.sum = game.sum + 10 end`,
		`roll("d")`, `roll("d", nil, nil, {7, 9})`, "TIMES", "1").Replace(rolling)
	const held = `given: {1: {hand: [Red]}, 2: {hand: [Blue]}}`
	dir := write(t, files+`
-- scenarios/roll.yaml
game: ..
scenarios:
  - {name: by chance, random: seed 3, do: [play: random]}
  - name: as it is scripted
    `+held+`
    dice: {victim: [Blue, seat 2, seat 1, play], d: [9]}
    draws: {urn: [Red#2]}
    do: [through: play.all]
    then: {game: {sum: 26}, Blue: {zone: out}}
`)
	for _, mode := range append(scenario.Modes, "") {
		if got := report(t, dir, mode); got != "" {
			t.Errorf("mode %q:\n%s", mode, got)
		}
	}
	dir = write(t, files+`
-- scenarios/roll.yaml
game: ..
`+held+`
dice: {victim: [Blue#2]}
do: [through: play.all]
`)
	const want = "roll: blue#2 is none of the 2 that can come up of the die victim"
	if got := report(t, dir, ""); !strings.Contains(got, want) {
		t.Errorf("the report is\n%s", got)
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	var weights [][]int
	table, err := p.Table(interp.Settings{Seats: 2, Chance: func(d *engine.Decision) int {
		if d.Chance.Kind == engine.Rolled {
			weights = append(weights, d.Chance.Weights)
		}
		return 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Advance(t.Context())
	if got := fmt.Sprint(weights[:5]); err != nil || got != "[[1 1] [2 1] [2 1] [1 1] [1 1]]" {
		t.Error(got, err)
	}
}

// TestForcedChanceCosts: a step in which the settings or a player answer for chance runs once, as
// with a seed: its script looks for cards as often as it has results. A host that answers by itself
// lets the step run again for each of them, and a step may not have more than a thousand.
func TestForcedChanceCosts(t *testing.T) {
	const times = 600
	p, err := interp.Load(write(t, strings.Replace(rolling, "TIMES", strconv.Itoa(times), 1)), interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	first := func(*engine.Decision) int { return 0 }
	for _, c := range []struct {
		settings interp.Settings
		player   play.Player
		want     int
	}{
		{interp.Settings{}, nil, times}, {interp.Settings{Chance: first}, nil, times},
		{interp.Settings{AskChance: true}, play.Drawn(3), times},
	} {
		c.settings.Seats = 1
		table, err := p.Table(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		m, err := table.Machine()
		if err != nil {
			t.Fatal(err)
		}
		looked := 0
		setup := table.Setup(m, 1)
		setup.Selected = func(*engine.Position, *engine.Selection) { looked++ }
		s, err := play.New(func() (*interp.Table, *engine.Game, error) { return table, engine.New(setup), nil },
			play.Settings{Players: make([]play.Player, 1), Chance: c.player})
		if err != nil {
			t.Fatal(err)
		}
		status, err := s.Advance(t.Context())
		if err != nil || status != engine.Ended || looked != c.want {
			t.Errorf("with chance %v and asked %v it looks for cards %d times, not %d; %v, %v",
				c.settings.Chance != nil, c.settings.AskChance, looked, c.want, status, err)
		}
	}
}

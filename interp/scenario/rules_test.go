package scenario_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
)

// write writes files, one after another behind a line "-- path", into a new folder.
func write(t *testing.T, files string) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range strings.Split(files, "\n-- ")[1:] {
		name, text, _ := strings.Cut(file, "\n")
		path := filepath.Join(dir, name)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text+"\n"), 0o644))
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// report runs the scenarios of a pack in a mode, and returns what they report.
func report(t *testing.T, dir, mode string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "scenarios", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios", err)
	}
	results, err := scenario.Run(context.Background(), files, scenario.Config{Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range results {
		b.WriteString(strings.ReplaceAll(r.Report(), filepath.ToSlash(dir)+"/", ""))
	}
	return b.String()
}

// passes runs the scenarios of a pack in all modes, and measures what they cover.
func passes(t *testing.T, files string) {
	t.Helper()
	dir := write(t, files)
	for _, mode := range append(scenario.Modes, "") {
		if got := report(t, dir, mode); got != "" {
			t.Errorf("mode %q:\n%s", mode, got)
		}
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(dir, "scenarios", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := coverage.Measure(context.Background(), p, nil, found, 1, nil); err != nil {
		t.Error(err)
	}
}

const usePack = `
-- pack.yaml
id: use
version: 1.0.0
api: 3
name: {en: Use}
seats: {min: 2, max: 2}
-- game.yaml
types: {unit: {start: pool, active: {zone: grave}}}
zones:
  pool: {of: table}
  hand: {of: seat, seen: owner}
  grave: {of: seat}
seat: {points: {type: number, start: 0, name: {en: points}}}
triggers: {rings: {}}
flow: [{phase: turn, do: [play.give]}]
position: {start: play.give}
-- locale/en.yaml
prompt.use: Use which?
-- cards/cards.yaml
cards:
  - {id: ox, type: unit, name: {en: Ox}, abilities: [gain]}
  - {id: wolf, type: unit, name: {en: Wolf}}
-- scripts/abilities/gain.lua
return ability {
  name = {en = "Gain"}, on = "rings", may = true,
  run = function() game.seats[1].points = game.seats[1].points + 1 end,
}
-- scripts/rules/play.lua
local play = {}
function play.give()
  local card = choose.one{seat = game.seats[1], prompt = "use", from = game.seats[1].hand:cards()}
  if card then move(card, game.seats[1].grave) end
  raise("rings")
end
return play
-- scenarios/use.yaml
game: ..
given: {1: {hand: [Ox, Wolf]}}
scenarios:
  - name: a question of the pack is called as that of optional abilities
    do: [1: Ox, 1: Ox]
    then: {1: {grave: [Ox], points: 1}}
  - name: the ability is declined
    do: [1: Ox, 1: none]
    then: {1: {grave: [Ox], points: 0}}
`

// TestPromptCalledUse: a pack may call a question of its own as the engine calls the one in
// which it offers abilities.
func TestPromptCalledUse(t *testing.T) { passes(t, usePack) }

const theftPack = `
-- pack.yaml
id: theft
version: 1.0.0
api: 3
name: {en: Theft}
seats: {min: 3, max: 3}
-- game.yaml
types:
  charm:
    start: box
    active: {zone: field}
    attributes: {worth: {type: number, name: {en: Worth}}}
zones: {box: {of: table}, field: {of: seat}}
triggers:
  theft:
    params: {gain: {type: number}, thief: {type: seat}, victim: {type: seat}, witness: {type: seat}}
flow: [{phase: turn, do: [play.rob, play.pass]}]
position: {start: play.rob, rest: {charm: box}}
-- cards/cards.yaml
cards:
  - {id: adder, type: charm, name: {en: Adder}, worth: 1}
-- scripts/abilities/gilded.lua
return ability {name = {en = "Gilded"}, modifies = "worth", add = 5, of = {is = "self"},
  until_ = {on = "theft", where = {thief = "friendly"}}}
-- scripts/rules/play.lua
local play = {}
function play.rob() raise("theft", {thief = game.seats[1], gain = 3, victim = game.seats[2]}) end
function play.pass() end
return play
-- scenarios/theft.yaml
game: ..
do: [through: play.rob]
scenarios:
  - name: the thief is the seat for which it lasts
    given: {1: {field: [Adder]}, lasting: [{ability: gilded, on: Adder}]}
    then: {Adder: {worth: 1}}
  - name: the victim is, though the card is the thief's
    given: {1: {field: [Adder]}, lasting: [{ability: gilded, on: Adder, seat: 2}]}
    then: {Adder: {worth: 6}}
  - name: any theft ends it
    given: {1: {field: [Adder]}, lasting: [{ability: gilded, on: Adder, seat: 2, until: theft}]}
    then: {Adder: {worth: 1}}
`

// TestUntil: an effect ends at a moment of a kind, that of its seat, or at any.
func TestUntil(t *testing.T) { passes(t, theftPack) }

const halvesPack = `
-- pack.yaml
id: halves
version: 1.0.0
api: 3
name: {en: Halves}
seats: {min: 3, max: 3}
-- game.yaml
seat: {stake: {type: number, start: 1, name: {en: stake}}}
types: {card: {start: box, attributes: {worth: {type: number, name: {en: Worth}}}}}
zones: {box: {of: table}}
flow: [{phase: turn, do: [pot.share]}]
position: {start: pot.share}
returns: pot.gain
-- cards/cards.yaml
cards:
  - {id: coin, type: card, name: {en: Coin}, worth: 1}
-- scripts/rules/pot.lua
local pot = {}
function pot.share() finish{draw = {game.seats[2], game.seats[3]}} end
function pot.gain(seat)
  if seat == game.seats[1] then return -seat.stake end
  return seat.stake * 2 / 3 - (seat == game.seats[2] and 1 / 6 or 1 / 3)
end
return pot
-- scenarios/halves.yaml
game: ..
do: [play: first]
scenarios:
  - name: a pot is shared with fractions
    then: {draw: [2, 3], returns: {1: -1, 2: 0.5, 3: 1/3}}
`

// TestReturnsKeepFractions: what seats get out of a game is as the script says.
func TestReturnsKeepFractions(t *testing.T) {
	passes(t, halvesPack)
	wrong := strings.ReplaceAll(halvesPack, "{1: -1, 2: 0.5, 3: 1/3}", "{1: half, 2: 1}")
	got := report(t, write(t, wrong), "")
	for _, want := range []string{
		"a seat gets a number out of a game, such as 2, -0.5 or 1/3, not the word \"half\"",
		"what seat 2 gets out of the game\n    expected: 1\n    found:    0.5\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestFractionsAreRefused: the state of a game has whole numbers, and a script is told of
// one that is not.
func TestFractionsAreRefused(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{strings.Replace(halvesPack, "function pot.share()", "function pot.share() game.seats[1].stake = 3 / 2", 1),
			"scripts/rules/pot.lua:2:"},
		{strings.Replace(theftPack, "add = 5", "amount = function() return 3 / 2 end", 1),
			"amount is 1.5, and games hold whole numbers; math.floor(n) or math.ceil(n) makes it one"},
	} {
		if got := report(t, write(t, c.files), ""); !strings.Contains(got, c.want) {
			t.Errorf("no %q in\n%s", c.want, got)
		}
	}
}

// TestWordCalledNone: an option that is called none is told from taking nothing.
func TestWordCalledNone(t *testing.T) {
	files := strings.NewReplacer(
		"from = game.seats[1].hand:cards()", `from = {"all", "none"}, optional = true`,
		"if card then move(card, game.seats[1].grave) end",
		`game.seats[1].points = card == "none" and 7 or card == "all" and 8 or 9`,
	).Replace(usePack)
	at := strings.Index(files, "scenarios:\n")
	passes(t, files[:at]+`scenarios:
  - {name: the word, do: [1: 'key "none"'], then: {1: {points: 7}}}
  - {name: nothing, do: [1: []], then: {1: {points: 9}}}
`)
	got := report(t, write(t, files[:at]+"scenarios:\n  - {name: either, do: [1: none]}\n"), "")
	if want := `none is the answer that takes nothing, and an option is called so too; write the option as ` +
		`'key "none"', and [] for nothing`; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestUndoOfSecretForced: a seat that has no choice in a secret question has answered at once,
// also after the answers of the others are taken back.
func TestUndoOfSecretForced(t *testing.T) {
	files := strings.Replace(usePack, "function play.give()", `function play.give()
  local given = choose.secret{
    seats = game.seats, prompt = "use", from = function(seat) return seat.hand:cards() end, min = 2, max = 2,
  }
  for _, seat in ipairs(game.seats) do move(given[seat.number], seat.grave) end
end
function play.unused()`, 1)
	at := strings.Index(files, "given:")
	passes(t, strings.Replace(files[:at], "{id: wolf,", "{id: wolf, copies: 3,", 1)+
		`given: {1: {hand: [Ox]}, 2: {hand: [Wolf#1, Wolf#2, Wolf#3]}}
name: seat 1 gives all that it has
do: [2: [Wolf#1, Wolf#2]]
then: {1: {grave: [Ox]}, 2: {grave.count: 2}}
`)
}

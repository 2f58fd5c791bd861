package scenario_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// strong is a small game in which bears fight by their printed values.
const strong = `
-- pack.yaml
id: strong
name: {en: Strong}
version: 1.0.0
api: 3
seats: {min: 2, max: 2}
-- game.yaml
game:
  won: {type: number, start: 0}
words: {color: {red: {en: red}, blue: {en: blue}}, mark: {a: {en: a}}}
types:
  beast:
    start: field
    active: {zone: field}
    attributes:
      power: {type: number}
      color: {type: color}
      marks: {type: list, of: mark}
      hurt: {type: number, state: true, start: 0}
zones:
  field: {of: table, ordered: true}
flow:
  - phase: round
    repeat: {times: 2}
    do:
      - phase: turn
        turns: {until: once}
        do: [play.one]
position: {start: play.one}
-- locale/en.yaml
prompt.one: Who fights?
-- cards/all.yaml
cards:
  - {id: bear, type: beast, name: {en: Bear}, copies: 3, power: 2, color: red, abilities: [hungry]}
  - {id: wolf, type: beast, name: {en: Wolf}, power: 5, color: blue}
-- scripts/abilities/hungry.lua
return ability {
  modifies = "power", of = {is = "self"}, add = true, amount = function(self) return self.hurt end,
}
-- scripts/rules/play.lua
local play = {}
function play.one(seat)
  local card = choose.one{seat = seat, prompt = "one", optional = true,
    from = cards{zone = "field", power = {min = 4}}}
  game.won = game.won + (card and card.power or 0)
end
return play
`

// TestPrintedOnOneCard: a position changes a printed value of one card; filters and modifiers go by
// it, and other copies are as they were.
func TestPrintedOnOneCard(t *testing.T) {
	passes(t, strong+`-- scenarios/1.yaml
game: ..
scenarios:
  - name: a card is as strong as the position prints it, its copies as they were
    given: {printed: {Bear: {power: 9, color: blue}}}
    do: [offered exactly: {1: [Bear#1, Wolf, none]}, 1: Bear#1]
    then: {game: {won: 9}, Bear#1: {power: 9, color: blue}, Bear#2: {power: 2, color: red}, Wolf: {power: 5}}
  - name: modifiers change what is printed there
    given: {printed: {Bear#2: {power: 3}}, cards: {Bear#2: {hurt: 1}, Bear#3: {hurt: 1}}}
    do: [1: Bear]
    then: {game: {won: 4}, Bear#2: {power: 4}, Bear#3: {power: 3}}
  - name: other scenarios of the file have the cards of the pack
    given: {printed: }
    do: [offered exactly: {1: [Wolf, none]}, 1: none]
    then: {Bear#1: {power: 2}}
`)
}

// TestPrintedTold: values that cannot be printed are refused at their place.
func TestPrintedTold(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"{Bear: {powr: 9}}",
			"1.yaml:3:38: there is no printed attribute of Bear \"powr\"\n    did you mean \"power\"?"},
		{"{Bear: {hurt: 9}}", "1.yaml:3:38: there is no printed attribute of Bear \"hurt\""},
		{"{Bear: {marks: [a]}}", "1.yaml:3:38: there is no printed attribute of Bear \"marks\""},
		{"{Bear: {power: [a]}}", "1.yaml:3:45: power must be a number, not a list"},
		{"{Bear: {power: much}}", "1.yaml:3:45: power must be a number, not "},
		{"{Bear: {marks: a}}", "1.yaml:3:38: there is no printed attribute of Bear \"marks\""},
		{"{Bear: {color: bleu}}",
			"1.yaml:3:45: there is no color \"bleu\"; there are red, blue\n    did you mean \"blue\"?"},
		{"{Baer: {power: 9}}", "1.yaml:3:31: there is no card \"Baer\"\n    did you mean \"Bear\"?"},
		{"{Bear#4: {power: 9}}", "1.yaml:3:31: there are 3 copies of Bear, so there is no #4"},
		{"{Bear: 9}", "1.yaml:3:37: \"Bear\" must be a map, not a number (9)"},
	} {
		dir := write(t, strong+"-- scenarios/1.yaml\ngame: ..\nscenarios:\n- {name: a, given: {printed: "+c.printed+
			"}, do: [1: none], then: {game: {won: 0}}}")
		if got := report(t, dir, ""); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s", c.printed, got)
		}
	}
	for line, want := range map[string]string{
		"given: {cards: {Wolf: {power: 9}}}": "power is printed on Wolf: the given at the top changes it by printed: " +
			"{Wolf: {power: ...}}",
		"given: {}, do: [given: {printed: {Wolf: {power: 9}}}]": "printed stands in the given at the top",
	} {
		dir := write(t, strong+"-- scenarios/1.yaml\ngame: ..\nscenarios:\n- {name: a, "+line+", then: {turn: 1}}")
		if got := report(t, dir, ""); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s", line, got)
		}
	}
}

// TestPrintedIsWritten: a game that goes on from such a position is written as a scenario that has
// it too, and passes.
func TestPrintedIsWritten(t *testing.T) {
	dir := write(t, strong+`-- scenarios/1.yaml
game: ..
name: a
given: {printed: {Bear#2: {power: 9, color: blue}}}
do: [1: Bear#2]
then: {game: {won: 9}}`)
	path := filepath.Join(dir, "scenarios", "1.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := scenario.Read(filepath.ToSlash(path), data, &diag.List{}).Cases[0]
	live, err := scenario.NewCache(nil).Live(t.Context(), c, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := live.Game.AdvanceStep(t.Context()); err != nil {
		t.Fatal(err)
	}
	d := live.Game.Open()
	if err := live.Game.Answer(d.Number, 1, engine.Reply{0}); err != nil {
		t.Fatal(err)
	}
	if _, err := live.Game.AdvanceStep(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := live.Write(t.Context(), live.Game.Position(), "b", filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "given: {printed: {Bear#2: {power: 9, color: blue}}}") {
		t.Error(text)
	}
	text = strings.Replace(text, "then: {}", "then: {game: {won: 9}}", 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := report(t, dir, ""); got != "" {
		t.Errorf("%s\n%s", text, got)
	}
}

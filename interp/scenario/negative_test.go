package scenario_test

import (
	"os"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// denying is a small game whose seat is asked for a card and a word.
const denying = `
-- pack.yaml
id: deny
name: {en: Deny}
version: 1.0.0
api: 3
seats: {min: 1, max: 1}
-- game.yaml
types:
  beast: {start: hand, name: {en: beast}}
  charm: {start: box, name: {en: charm}}
zones:
  box: {of: table}
  hand: {of: table}
  den: {of: table, accepts: beast}
words:
  deed: [keep, play]
flow:
  - phase: turn
    do: [play.one]
-- locale/en.yaml
prompt.one: What do you do?
option.one: "{2} the {1}"
-- cards/all.yaml
cards:
  - {id: bear, type: beast, name: {en: Bear}}
  - {id: wolf, type: beast, name: {en: Wolf}}
  - {id: ring, type: charm, name: {en: Ring}}
-- scripts/rules/play.lua
local play = {}
function play.one()
  local card, deed = choose.one{seat = game.seats[1], prompt = "one",
    from = options():product(cards{zone = "hand"}, {"play", "keep"})}
  if deed == "play" then move(card, game.den) end
end
return play
`

// TestNegatives: a scenario that denies an unknown name is refused, with the nearest name, and
// so is one that denies an option which can never be offered.
func TestNegatives(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{name: a, rule: Woolf, do: [not offered: {1: ["play the Ring", Ring]}], then: {asked: {1: one}}}`,
			"1.yaml:3:19: there is no ability, card or ruling \"Woolf\"\n    did you mean \"Wolf\"?\n"},
		{`{name: a, do: [not offered: {1: [[Baer, play]]}], then: {asked: {1: one}}}`,
			"1.yaml:3:37: there is no card and no option \"Baer\", so this could never fail\n" +
				"    did you mean \"Bear\"?\n"},
		{`{name: a, then: {asked: {1: one}, not offered: {1: ["play the Woolf", "play a Wolf"]}}}`,
			"1.yaml:3:55: there is no card and no option \"play the Woolf\", so this could never fail\n" +
				"    did you mean \"play the Wolf\"?\n" +
				"  scenarios/1.yaml:3:73: there is no card and no option \"play a Wolf\", so this could never fail\n"},
		{`{name: a, do: [1: [Bear, play]], then: {table: {den.lacks: [Wolf, Ring]}}}`,
			"1.yaml:3:69: den takes no charm, so that it lacks Ring could never fail\n"},
	} {
		dir := write(t, denying+"-- scenarios/1.yaml\ngame: ..\nscenarios:\n- "+c.line)
		if got := report(t, dir, ""); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s", c.line, got)
		}
	}
}

// TestNamable: every name that the shipped scenarios deny is one, and with a letter changed
// none is.
func TestNamable(t *testing.T) {
	files, err := scenario.Find(shipped)
	if err != nil {
		t.Fatal(err)
	}
	cache, seen := scenario.NewCache(nil), 0
	for _, file := range files {
		for _, c := range readCases(t, file) {
			fixture, err := cache.Fixture(c)
			if err != nil {
				continue // its game is refused, which it expects
			}
			for _, word := range denied(c) {
				seen++
				middle := len(word) / 2
				changed := word[:middle] + "q" + word[middle:]
				if !fixture.Namable(word) || fixture.Namable(changed) {
					t.Errorf("%s: %q or %q", file, word, changed)
				}
			}
		}
	}
	if seen < 200 {
		t.Error("only", seen, "names")
	}
}

// readCases reads the cases of a file.
func readCases(t *testing.T, path string) []*scenario.Case {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return scenario.Read(path, data, &diag.List{}).Cases
}

// denied lists the words that a case says are not offered.
func denied(c *scenario.Case) (out []string) {
	var words func(n *source.Node)
	words = func(n *source.Node) {
		if n.Kind == source.Word && strings.Trim(n.Text, "0123456789") != "" {
			out = append(out, n.Text)
		}
		for _, item := range n.Items {
			words(item)
		}
		for _, p := range n.Pairs {
			words(p.Value)
		}
	}
	for _, line := range c.Do {
		if n := line.Get("not offered"); n != nil {
			words(n)
		}
	}
	if n := c.Then.Get("not offered"); n != nil {
		words(n)
	}
	return out
}

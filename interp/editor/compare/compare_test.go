package compare_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// change is a text in a file of the pack and what takes its place; an empty
// old text adds to the end of the file.
type change struct{ file, old, new string }

// variety reads the pack that scaffold makes, changed.
func variety(t *testing.T, changes ...change) *interp.Reading {
	t.Helper()
	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"rulings.yaml": "- {id: q1, ruling: It counts., reason: It is heard.}\n",
	}
	for _, f := range plan.Files {
		files[f.Path] = f.Text
	}
	for _, c := range changes {
		if c.old != "" && !strings.Contains(files[c.file], c.old) {
			t.Fatalf("%s has no %q", c.file, c.old)
		}
		if c.old == "" {
			files[c.file] += c.new
		} else {
			files[c.file] = strings.Replace(files[c.file], c.old, c.new, 1)
		}
	}
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := pack.FromFS(fsys, "v")
	if err != nil {
		t.Fatal(err)
	}
	r := interp.ReadSource(s)
	if r.Report.HasErrors() {
		for _, d := range r.Report.Sorted() {
			t.Error(d.Pos, d.Message)
		}
		t.FailNow()
	}
	return r
}

// say puts differences into lines.
func say(list []compare.Difference) string {
	var lines []string
	for _, d := range list {
		lines = append(lines, fmt.Sprintf("%s %s %s", d.Change, d.Kind, d.Name))
		for _, f := range d.Fields {
			if f.Lines == nil {
				lines = append(lines, fmt.Sprintf("  %s: %q to %q", f.Name, f.Before, f.After))
			}
			for _, l := range f.Lines {
				if l.Mark != ' ' {
					lines = append(lines, fmt.Sprintf("  %s %c %s", f.Name, l.Mark, strings.TrimSpace(l.Text)))
				}
			}
		}
	}
	return strings.Join(lines, "\n")
}

func TestDifferences(t *testing.T) {
	tests := []struct {
		name    string
		changes []change
		want    string
	}{
		{"nothing", nil, ""},
		{"what reaches no game", []change{
			{"scripts/rules/setup.lua", "-- Everybody", "-- Each of us"},
			{"scripts/rules/setup.lua", "local HAND = 4", "\n\nlocal  HAND  =  4 local unused = 7"},
			{"game.yaml", "of: table}", "of: table, seen: all, ordered: false}"},
			{"cards/performers.yaml", "defaults: {type: performer}\ncards:\n",
				"cards:\n  - {id: zebra, type: performer, copies: 0}\n"},
			{"cards/performers.yaml", "id: juggler", "id: juggler\n    type: performer"},
			{"cards/performers.yaml", "id: singer", "id: singer\n    type: performer"},
			{"cards/performers.yaml", "id: clown", "id: clown\n    type: performer"},
			{"scripts/abilities/encore.lua", `on    = "performer.enters", window = "before",`,
				`window = "before", on = "performer.enters",`},
		}, "added card zebra"},
		{"card", []change{
			{"cards/performers.yaml", "copies: 6\n    applause: 2", "applause: 5\n    abilities: [encore]"},
			{"cards/performers.yaml", "{en: Juggler}", "{en: Knife Juggler, fr: Jongleur}"},
			{"locale/en.yaml", "", "card.juggler: He juggles.\n"},
		}, `changed card juggler
  name en: "Juggler" to "Knife Juggler"
  copies: "6" to "1"
  applause: "2" to "5"
  name fr: "" to "Jongleur"
  abilities + encore
  text en: "" to "He juggles."`},
		{"constant in a script", []change{{"scripts/rules/setup.lua", "HAND = 4", "HAND = 5"}},
			"changed step setup.deal\n  code - local HAND = 4\n  code + local HAND = 5"},
		{"step", []change{{"scripts/rules/show.lua", "return seat.points\n", "return seat.points * 2\n"}},
			"changed step show.standing\n  code - return seat.points\n  code + return (seat.points * 2)"},
		{"flow", []change{
			{"game.yaml", "{times: 4}", "{times: 5}"},
			{"game.yaml", "do: [show.judge]", "do: [show.judge, show.bow]"},
			{"scripts/rules/show.lua", "return show\n", "function show.bow() end\nreturn show\n"},
		}, "changed flow flow\n  phases - phase show, 4 times\n  phases + phase show, 5 times\n  phases + " +
			"show.bow\nadded step show.bow"},
		{"ability", []change{
			{"scripts/abilities/encore.lua", `window = "before"`, `window = "before", may = true`},
			{"scripts/abilities/encore.lua", "2 * count", "3 * count"},
			{"locale/en.yaml", "ability.encore: \"Two", "ability.encore: \"Three"},
		}, `changed ability encore
  text en: "Two more points for every other performer of yours on stage." to "Three more points for every other ` +
			`performer of yours on stage."
  run - ev.applause = (ev.applause + (2 * count({zone = "stage", friendly = true, other = true})))
  run + ev.applause = (ev.applause + (3 * count({zone = "stage", friendly = true, other = true})))
  may: "" to "true"`},
		{"declarations", []change{
			{"game.yaml", "start: 0, min: 0", "start: 3"},
			{"game.yaml", "deck: {of: seat, ordered: true, seen: nobody}",
				"deck: {of: seat, ordered: true, seen: owner, capacity: 9}"},
			{"game.yaml", "applause: {type: number, write: true}",
				"applause: {type: number}\n    windows: [before, after]\n    cancel: true"},
			{"game.yaml", "types:\n",
				"options: {length: {values: [short, long], default: short}}\nwords: {mood: [glad, sad]}\ndice: " +
					"{coin: [heads, tails]}\norder: {rounds: true}\nundo: ask\ntypes:\n"},
			{"pack.yaml", "max: 2", "max: 3"},
			{"scripts/abilities/encore.lua", "ev.applause = ev.applause", "local x = ev.applause"},
			{"rulings.yaml", "It counts.", "It does not count."},
		}, `changed pack seats
  most: "2" to "3"
added option length
added words mood
added die coin
changed attribute seat.points
  start: "0" to "3"
  min: "0" to ""
changed zone deck
  seen: "nobody" to "owner"
  capacity: "" to "9"
changed trigger performer.enters
  parameter applause: "number, may be changed" to "number"
  windows - respond
  windows - replace
  cancel: "" to "true"
added order order
changed flow flow
  undo: "" to "ask"
changed ability encore
  run - ev.applause = (ev.applause + (2 * count({zone = "stage", friendly = true, other = true})))
  run + local x = (ev.applause + (2 * count({zone = "stage", friendly = true, other = true})))
changed ruling q1
  ruling: "It counts." to "It does not count."`},
		{"sentence", []change{{"locale/en.yaml", "Who comes on stage?", "Who is next?"}},
			"changed text prompt.perform\n  en: \"Who comes on stage?\" to \"Who is next?\""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before, after := variety(t), variety(t, test.changes...)
			if got := say(compare.Packs(before, after)); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
			// The other way round everything is found again.
			if there, back := compare.Packs(before, after), compare.Packs(after, before); len(there) != len(back) {
				t.Errorf("there %d differences, back %d", len(there), len(back))
			}
		})
	}
}

// TestSame: no pack differs from itself, and removing everything is seen.
func TestSame(t *testing.T) {
	for _, id := range pack.Shipped() {
		r, err := interp.Read(id, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		if got := compare.Packs(r, r); len(got) > 0 {
			t.Errorf("%s: %s", id, say(got))
		}
	}
}

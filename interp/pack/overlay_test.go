package pack

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// mod is the files of an overlay with one of them beside the manifest.
func mod(id, file, text string) map[string]string {
	return map[string]string{"pack.yaml": manifest(id, ""), file: text}
}

// richer is the base with more to change.
func richer(changes map[string]string) map[string]string {
	files := map[string]string{}
	for name, text := range base {
		files[name] = text
	}
	files["game.yaml"] += `
dice: {d6: [1, 2, 3, 4, 5, 6]}
triggers:
  unit.moved: {doc: A unit moves., params: {unit: {type: card}, far: {type: flag, write: true}}, windows: [before, ` +
		`after]}
invariants: [checks.one, checks.two]
groups: {all: box}
`
	for name, text := range changes {
		files[name] = text
	}
	return files
}

// TestTypesTogether: what all types share comes to each, of any layer; what a type says itself
// holds, and an overlay may change it there.
func TestTypesTogether(t *testing.T) {
	below := richer(nil)
	below["game.yaml"] = strings.Replace(below["game.yaml"], "types:\n", "types:\n  all: {start: box, attributes: "+
		"{cost: {type: number}, power: {type: word}}}\n  charm: {}\n", 1)
	l, said := loadOver(t, below, mod("mod", "game.yaml", "types: {spell: {attributes: {school: {type: word}}}, "+
		"charm: {attributes: {cost: {max: 9}}}, all: {lives_in: box, attributes: {age: {type: number}}}}\n"))
	if said != "" {
		t.Fatal(said)
	}
	var got []string
	for _, kind := range l.Tree.Types {
		line := kind.Name.Text + " " + kind.Start.Text + " " + texts(kind.LivesIn) + ":"
		for _, a := range kind.Attributes {
			line += " " + a.Name.Text + " " + a.Type.Text
			if a.Max != nil {
				line += " to " + a.Max.Text
			}
		}
		got = append(got, line)
	}
	want := "charm box box: cost number to 9 power word age number\n" +
		"unit box box: cost number power number age number\n" +
		"spell box box: cost number power word age number school word"
	if all := strings.Join(got, "\n"); all != want {
		t.Errorf("the types:\n%s\nwant:\n%s", all, want)
	}
}

func TestListChanges(t *testing.T) {
	l, said := loadOver(t, richer(nil),
		map[string]string{
			"pack.yaml": manifest("mod", ""),
			"game.yaml": "words: {trick: {add: [swim], remove: hide}}\ninvariants: {remove: [checks.one], add: " +
				"mod.three}\n" +
				"triggers: {unit.moved: {windows: {remove: [after]}}}\nrefuse: {add: [{when: {seats: 2}, because: " +
				"x}]}\n",
			"cards/c.yaml": "patch:\n  - {id: bee, abilities: {remove: [sting], add: [{buzz: 2}]}}\n  - {id: cow, " +
				"abilities: {add: [sting]}}\n",
		},
		map[string]string{
			"pack.yaml": manifest("other", ""),
			"game.yaml": "words: {trick: {add: [dive]}}\n",
		})
	if said != "" {
		t.Fatal(said)
	}
	if got := texts(l.Tree.Words[0].Words); got != "jump swim dive" {
		t.Errorf("words: %s", got)
	}
	if got := texts(l.Tree.Invariants); got != "checks.two mod.three" {
		t.Errorf("invariants: %s", got)
	}
	if got := texts(l.Tree.Triggers[0].Windows); got != "before" || len(l.Tree.Refusals) != 1 {
		t.Errorf("windows: %s, refusals %v", got, l.Tree.Refusals)
	}
	bee, cow := card(l, "bee").Abilities, card(l, "cow").Abilities
	if len(bee) != 1 || bee[0].Name.Text != "buzz" || bee[0].Params.Number != 2 || len(cow) != 1 ||
		cow[0].Name.Text != "sting" {
		t.Errorf("abilities: %+v, %+v", bee, cow)
	}
}

// TestListChangeOfDefaults: cards that share a list through the defaults of
// their file do not share what an overlay does to one of them.
func TestListChangeOfDefaults(t *testing.T) {
	l, said := loadOver(t,
		richer(map[string]string{
			"cards/a.yaml": "defaults: {type: unit, abilities: [sting]}\ncards:\n  - {id: ant}\n  - {id: bee}\n"}),
		mod("mod", "cards/c.yaml", "patch: [{id: bee, abilities: {add: [buzz]}}]\n"))
	if ant, bee := card(l, "ant").Abilities, card(l, "bee").Abilities; said != "" || len(ant) != 1 || len(bee) != 2 {
		t.Errorf("%s: %+v, %+v", said, ant, bee)
	}
}

func TestRemoveParts(t *testing.T) {
	l, said := loadOver(t, richer(nil), mod("mod", "game.yaml",
		"remove: {options: [rules], dice: d6, seat: points, types: {unit: {attributes: [power]}}, invariants: "+
			"[checks.one]}\nseat: {points: {type: flag}}\n"),
		map[string]string{"pack.yaml": manifest("zz", ""), "cards/c.yaml": "remove: [ant, bee, cow]\n"})
	if said != "" {
		t.Fatal(said)
	}
	if p := l.Tree; len(p.GameOptions) != 0 || len(p.Dice) != 0 || len(p.Types[0].Attributes) != 0 ||
		texts(p.Invariants) != "checks.two" {
		t.Errorf("%+v", p)
	}
	// What is removed and given anew in one overlay is replaced as a whole.
	if a := l.Tree.Seat[0]; a.Type.Text != "flag" || a.Start != nil {
		t.Errorf("points: %+v", a)
	}
}

func TestPhases(t *testing.T) {
	l, said := load(t, mod("mod", "game.yaml", `
flow:
  steps:
    before: {play: {phase: interlude, do: [mod.sing]}}
    after: {setup.draw: [mod.last, mod.very_last]}
    remove: [setup.deal]
    replace: {play.turn: {phase: turn, do: play.turn}}
`), map[string]string{"pack.yaml": manifest("second", "priority: 3\n"),
		"game.yaml": "flow: {steps: {before: {interlude: setup.deal}, remove: [mod.last]}}\n"})
	if said != "" {
		t.Fatal(said)
	}
	if got, want := tree(l.Tree.Flow),
		"setup(setup.draw mod.very_last) setup.deal interlude(mod.sing) play(turn(play.turn))"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func tree(nodes []*ast.PhaseNode) string {
	var parts []string
	for _, n := range nodes {
		if n.Step.Given() {
			parts = append(parts, n.Step.Text)
			continue
		}
		parts = append(parts, n.Name.Text+"("+tree(n.Do)+")")
	}
	return strings.Join(parts, " ")
}

func texts(words []ast.Word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

// TestBaseMovedOn: an overlay meets a base that no longer has what it changes,
// or has by now what it adds.
func TestBaseMovedOn(t *testing.T) {
	tests := []struct {
		name string
		base map[string]string
		mod  map[string]string
		want string
	}{
		{"field",
			map[string]string{
				"cards/a.yaml": "defaults: {type: unit}\ncards:\n  - {id: ant}\n  - {id: bee, power: 2}\n"},
			mod("mod", "cards/c.yaml", "patch: [{id: ant, power: 9}]\n"),
			`a/cards/c.yaml:1:19: patch-of-nothing: the card "ant" of the base has no "power" to change; a new field ` +
				`stands under add`},
		{"card", map[string]string{"cards/a.yaml": "cards: [{id: bee, type: unit}]\n"},
			mod("mod", "cards/c.yaml", "patch: [{id: ant, power: 9}]\n"),
			`a/cards/c.yaml:1:14: unknown-card: there is no card "ant" to patch`},
		{"attribute", map[string]string{"game.yaml": strings.Replace(base["game.yaml"], "points:", "goals:", 1)},
			mod("mod", "game.yaml", "seat: {points: {start: 5}}\n"),
			`a/game.yaml:1:8: patch-of-nothing: the base has no attribute "points" to change, and a new one needs ` +
				`type`},
		{"attribute of a type",
			map[string]string{"game.yaml": strings.Replace(base["game.yaml"], "power:", "powers:", 1)},
			mod("mod", "game.yaml", "types: {unit: {attributes: {power: {max: 5}}}}\n"),
			`a/game.yaml:1:29: patch-of-nothing: the base has no attribute "power" to change, and a new one needs ` +
				`type -> powers`},
		{"option", map[string]string{"game.yaml": strings.Replace(base["game.yaml"], "rules:", "old_rules:", 1)},
			mod("mod", "game.yaml", "options: {rules: {default: new}}\n"),
			`a/game.yaml:1:11: patch-of-nothing: the base has no option "rules" to change, and a new one needs ` +
				strings.Join(keyword.Lookup("option").Marks, " or ")},
		{"trigger", nil, mod("mod", "game.yaml", "triggers: {unit.mooved: {windows: [after]}}\n"),
			`a/game.yaml:1:12: patch-of-nothing: the base has no trigger "unit.mooved" to change, and a new one ` +
				`needs doc or params -> unit.moved`},
		{"item", nil, mod("mod", "game.yaml", "words: {trick: {remove: [hidee]}}\n"),
			`a/game.yaml:1:26: patch-of-nothing: the base has no item "hidee" to remove -> hide`},
		{"item that came", nil, mod("mod", "game.yaml", "words: {trick: {add: [hide]}}\n"),
			`a/game.yaml:1:23: duplicate-item: the list of the base already has the word "hide"`},
		{"part", nil, mod("mod", "game.yaml", "remove: {options: [rulez], dices: [d6]}\n"),
			"a/game.yaml:1:20: patch-of-nothing: the base has no entry \"rulez\" to remove -> rules\n" +
				`a/game.yaml:1:28: patch-of-nothing: the base has no "dices" to remove something from -> dice`},
		{"field that came", nil, mod("mod", "cards/c.yaml", "patch: [{id: ant, add: {power: 9}}]\n"),
			`a/cards/c.yaml:1:25: duplicate-key: the card "ant" already has "power", at base/cards/a.yaml:3:15; to ` +
				`change it write it beside id`},
		{"step", map[string]string{"game.yaml": strings.Replace(base["game.yaml"], "setup.draw", "setup.pull", 1)},
			mod("mod", "game.yaml", "flow: {steps: {remove: [setup.draw]}}\n"),
			`a/game.yaml:1:25: unknown-step: the flow has no step or phase "setup.draw" to change -> setup.deal`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, said := loadOver(t, richer(test.base), test.mod); said != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", said, test.want)
			}
			if _, said := loadOver(t, richer(nil), test.mod); test.base != nil && said != "" {
				t.Errorf("before the base moved on:\n%s", said)
			}
		})
	}
}

// TestConflicts: two overlays that touch one thing, in every way.
func TestConflicts(t *testing.T) {
	pairs := []struct {
		name, fileA, a, fileB, b string
	}{
		{"patch and replace", "cards/c.yaml", "patch: [{id: ant, power: 2}]\n", "cards/x.yaml",
			"replace: [{id: ant, type: unit}]\n"},
		{"patch and add", "cards/c.yaml", "patch: [{id: cow, add: {abilities: [sting]}}]\n", "cards/x.yaml",
			"patch: [{id: cow, abilities: {add: [sting]}}]\n"},
		{"list and its item", "game.yaml", "words: {trick: [fly]}\n", "game.yaml", "words: {trick: {add: [swim]}}\n"},
		{"one item", "game.yaml", "words: {trick: {add: [swim]}}\n", "game.yaml", "words: {trick: {remove: [swim]}}\n"},
		{"entry of a new map", "game.yaml", "game:\n  coin: {type: number}\n", "game.yaml",
			"game:\n  coin: {type: flag}\n"},
		{"new entry and its field", "game.yaml", "options: {pace: {values: [slow], default: slow}}\n",
			"game.yaml", "options: {pace: {values: [slow], default: slow, refuse: x}}\n"},
		{"what it was", "cards/c.yaml", "patch: [{id: ant, power: {was: 1, now: 4}}]\n", "cards/x.yaml",
			"patch: [{id: ant, power: {was: 1, now: 5}}]\n"},
		{"entry and its field", "game.yaml", "remove: {options: [rules]}\n", "game.yaml",
			"options: {rules: {default: new}}\n"},
		{"flow and step", "game.yaml", "flow: [{phase: all, do: [a.b]}]\n", "game.yaml",
			"flow: {steps: {after: {setup.deal: a.b}}}\n"},
		{"ruling", "rulings.yaml", "- {id: one, ruling: c, reason: d}\n", "rulings.yaml",
			"- {id: one, ruling: e, reason: f}\n"},
		{"seats", "pack.yaml", manifest("one", "seats: {min: 2, max: 3}\n"), "pack.yaml",
			manifest("two", "seats: {min: 2, max: 4}\n")},
	}
	for _, test := range pairs {
		t.Run(test.name, func(t *testing.T) {
			one, two := mod("one", test.fileA, test.a), mod("two", test.fileB, test.b)
			_, said := loadOver(t, richer(nil), one, two)
			if !strings.Contains(said, "overlay-conflict: two overlays set ") ||
				!strings.Contains(said, "a/"+test.fileA) || !strings.Contains(said, "b/"+test.fileB) {
				t.Errorf("the conflict does not name both files:\n%s", said)
			}
			if strings.Count(said, "\n") > 0 {
				t.Errorf("more than one finding:\n%s", said)
			}
			if test.name == "flow and step" {
				return // one takes away what the other changes, whatever their priorities
			}
			two["pack.yaml"] += "priority: 5\n"
			if _, said := loadOver(t, richer(nil), one, two); strings.Contains(said, "overlay-conflict") {
				t.Errorf("with priorities:\n%s", said)
			}
		})
	}
}

// TestAgreement: what two overlays set to the same value stands once, and what they add
// to a map that the base lacks stands side by side.
func TestAgreement(t *testing.T) {
	for _, test := range []struct{ name, file, a, b, holds string }{
		{"a field", "cards/c.yaml", "patch: [{id: ant, power: 7}]\n", "patch: [{id: ant, power: 7}]\n", "power: 7"},
		{"what it was", "cards/c.yaml", "patch: [{id: ant, power: {was: 1, now: 7}}]\n",
			"patch: [{id: ant, power: {was: 1, now: 7}}]\n", "power: 7"},
		{"a replaced card", "cards/c.yaml", "replace: [{id: ant, type: unit, power: 7}]\n",
			"replace: [{id: ant, type: unit, power: 7}]\n", "power: 7"},
		{"a removed card", "cards/c.yaml", "remove: [ant]\n", "remove: [ant]\n", ""},
		{"a new card", "cards/c.yaml", "cards: [{id: dog, type: unit, power: 7}]\n",
			"cards: [{id: dog, type: unit, power: 7}]\n", "power: 7"},
		{"an item", "game.yaml", "words: {trick: {add: [swim]}}\n", "words: {trick: {add: [swim]}}\n", "swim"},
		{"an entry", "game.yaml", "seat: {luck: {type: number, start: 7}}\n",
			"seat: {luck: {type: number, start: 7}}\n", "luck"},
		{"a removed entry", "game.yaml", "remove: {seat: points}\n", "remove: {seat: points}\n", ""},
		{"a removed step", "game.yaml", "flow: {steps: {remove: [setup.deal]}}\n",
			"flow: {steps: {remove: [setup.deal]}}\n", ""},
		{"entries of a new map", "game.yaml", "game: {sun: {type: number, start: 1}}\n",
			"game: {moon: {type: number, start: 2}}\n", "moon"},
	} {
		l, said := loadOver(t, richer(nil), mod("one", test.file, test.a), mod("two", test.file, test.b))
		if said != "" {
			t.Errorf("%s: %s", test.name, said)
			continue
		}
		alone, _ := loadOver(t, richer(nil), mod("two", test.file, test.b))
		got, want := tellTree(l), tellTree(alone)
		if test.name == "entries of a new map" {
			want = strings.Replace(want, "moon", "sun moon", 1)
		}
		if got != want || !strings.Contains(got, test.holds) {
			t.Errorf("%s: %s, alone %s", test.name, got, want)
		}
	}
}

// tellTree is what the overlays of TestAgreement change.
func tellTree(l *Loaded) string {
	var b strings.Builder
	for _, c := range l.Tree.Cards {
		fmt.Fprint(&b, c.ID.Text, " ")
		for _, v := range c.Values {
			fmt.Fprint(&b, v.Name.Text, ": ", v.Value.Number, " ")
		}
	}
	for _, a := range append(l.Tree.Seat, l.Tree.Game...) {
		fmt.Fprint(&b, a.Name.Text, " ")
	}
	return b.String() + texts(l.Tree.Words[0].Words) + " " + tree(l.Tree.Flow)
}

// TestTwiceInOneOverlay: the names of files decide nothing.
func TestTwiceInOneOverlay(t *testing.T) {
	tests := []struct{ name, a, b, want string }{
		{"patches", "patch: [{id: ant, power: 1}]\n", "patch: [{id: ant, power: 2}]\n",
			`a/cards/b.yaml:1:19: duplicate-patch: "power" of the card "ant" is changed twice in this overlay; the ` +
				`other is at a/cards/a.yaml:1:19`},
		{"replacements", "replace: [{id: ant, type: unit}]\n", "replace: [{id: ant, type: unit}]\n",
			`a/cards/b.yaml:1:11: duplicate-patch: the card "ant" is changed twice in this overlay; the other is at ` +
				`a/cards/a.yaml:1:11`},
		{"removed and patched", "remove: [ant]\n", "patch: [{id: ant, power: 2}]\n",
			`a/cards/b.yaml:1:14: unknown-card: there is no card "ant" to patch; it is removed at a/cards/a.yaml:1:10`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := mod("mod", "cards/a.yaml", test.a)
			files["cards/b.yaml"] = test.b
			if _, said := load(t, files); said != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", said, test.want)
			}
		})
	}
}

// TestFileNamesMeanNothing lays the same content under other file names.
func TestFileNamesMeanNothing(t *testing.T) {
	contents := []string{
		"defaults: {type: unit}\npatch:\n  - {id: ant, power: 9}\ncards:\n  - {id: dog, power: 4}\n",
		"defaults: {type: unit, power: 6}\nreplace:\n  - {id: bee}\n",
		"remove: [cow]\npatch:\n  - {id: ant, add: {abilities: [sting]}}\n",
	}
	var first string
	for _, names := range [][]string{{"a", "b", "c"}, {"c", "b", "a"}, {"b", "z/a", "a/z"}} {
		files := map[string]string{"pack.yaml": manifest("mod", "")}
		for i, name := range names {
			files["cards/"+name+".yaml"] = contents[i]
		}
		l, said := load(t, files)
		if said != "" {
			t.Fatal(said)
		}
		var got []string
		for _, c := range l.Tree.Cards {
			got = append(got, c.ID.Text+" "+c.Values[0].Value.Text+" "+c.Type.Text)
		}
		if text := strings.Join(got, ", "); first == "" {
			first = text
		} else if text != first {
			t.Errorf("with the files %v: %s, else %s", names, text, first)
		}
	}
	if first != "ant 9 unit, bee 6 unit, dog 4 unit" {
		t.Error(first)
	}
}

func TestEarlier(t *testing.T) {
	l, said := load(t, map[string]string{
		"pack.yaml":    manifest("mod", ""),
		"game.yaml":    "seat: {points: {start: 5}}\nwords: {trick: {add: [swim]}}\n",
		"cards/c.yaml": "patch:\n  - {id: ant, power: 9}\nreplace:\n  - {id: cow, type: unit}\n",
	})
	if said != "" {
		t.Fatal(said)
	}
	var got []string
	for _, e := range l.Earlier {
		got = append(got, e.Path+" = "+e.Text+" at "+e.Pos.String())
	}
	slices.Sort(got)
	want := "card / ant / power = 1 at base/cards/a.yaml:3:15\n" +
		"card / cow = {id: cow, type: unit, power: 3} at base/cards/more/b.yaml:2:5\n" +
		"game.yaml / seat / points / start = 0 at base/game.yaml:6:26\n" +
		"game.yaml / words / trick = [jump, hide] at base/game.yaml:4:9"
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}
}

// loadOver loads a base of its own with overlays, in both orders of giving.
func loadOver(t *testing.T, below map[string]string, overlays ...map[string]string) (*Loaded, string) {
	t.Helper()
	var loaded *Loaded
	var said string
	for turn := range 2 {
		var laid []*Source
		for i, o := range overlays {
			laid = append(laid, files(t, string(rune('a'+i)), o))
		}
		if turn == 1 {
			slices.Reverse(laid)
		}
		var report diag.List
		l := Load(files(t, "base", below), laid, "", nil, &report)
		if turn == 1 && (lines(&report) != said || l.Hash != loaded.Hash) {
			t.Errorf("the order of the overlays changes the result:\n%s\nelse:\n%s", lines(&report), said)
		}
		loaded, said = l, lines(&report)
	}
	return loaded, said
}

// TestStepsOfStrangers: what several overlays put before or behind one step stands there in
// the order in which they are laid, unless one has the larger priority: that comes last.
func TestStepsOfStrangers(t *testing.T) {
	one := func(priority string) map[string]string {
		return map[string]string{"pack.yaml": manifest("one", priority), "game.yaml": "flow: {steps: {after: " +
			"{setup.deal: one.last}, before: {setup.deal: [one.first, one.second]}}}\n"}
	}
	two := func() map[string]string {
		return map[string]string{"pack.yaml": manifest("two", ""), "game.yaml": "flow: {steps: {after: " +
			"{setup.deal: [two.last, {phase: pause, do: [two.rest]}]}, before: {setup.deal: two.first}}}\n"}
	}
	for _, test := range []struct {
		laid []map[string]string
		want string
	}{
		{[]map[string]string{one(""), two()},
			"one.first one.second two.first setup.deal one.last two.last pause(two.rest)"},
		{[]map[string]string{two(), one("")},
			"two.first one.first one.second setup.deal two.last pause(two.rest) one.last"},
		{[]map[string]string{one("priority: 2\n"), two()},
			"two.first one.first one.second setup.deal two.last pause(two.rest) one.last"},
	} {
		l, said := load(t, test.laid...)
		if got := tree(l.Tree.Flow); said != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s\ngot  %s\nwant %s", said, got, test.want)
		}
	}
	there, _ := load(t, one(""), two())
	back, _ := load(t, two(), one(""))
	if there.Hash == back.Hash {
		t.Error("another order is the same pack")
	}
}
